// Panning and zooming by hand: drag, pinch and wheel. Clicks pass through unless the hand has moved.
import type { Camera, Size } from './camera';
import { panned, zoomed } from './camera';

export type Gestures = {
  camera: () => Camera;
  size: () => Size;
  move: (camera: Camera) => void; // by hand: the map does not fit itself again in this turn
  hold: (isHeld: boolean) => void;
};

const SLACK = 6; // pixels a hand may move and still click
const WHEEL = 0.0016;

export function gestures(node: HTMLElement, hands: Gestures): { destroy: () => void } {
  const fingers = new Map<number, { x: number; y: number }>();
  let hasMoved = false;
  let start = { x: 0, y: 0 };

  const place = (event: { clientX: number; clientY: number }) => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    if (!a || !b) return null;
    return { length: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  function down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    if (fingers.size === 0) hasMoved = false;
    fingers.set(event.pointerId, place(event));
    start = place(event);
  }

  function drag(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = place(event);
    if (!hasMoved && fingers.size === 1 && Math.hypot(now.x - start.x, now.y - start.y) < SLACK) return;
    if (!hasMoved) {
      hasMoved = true;
      node.setPointerCapture(event.pointerId);
      hands.hold(true);
    }
    const was = spread();
    fingers.set(event.pointerId, now);
    const is = spread();
    if (was && is) {
      const moved = panned(hands.camera(), is.x - was.x, is.y - was.y);
      hands.move(zoomed(moved, is.length / Math.max(1, was.length), hands.size(), is));
    } else hands.move(panned(hands.camera(), now.x - before.x, now.y - before.y));
  }

  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    if (fingers.size === 0) hands.hold(false);
  }

  function click(event: MouseEvent): void {
    if (!hasMoved) return;
    hasMoved = false;
    event.stopPropagation();
    event.preventDefault();
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    hands.move(zoomed(hands.camera(), Math.exp(-event.deltaY * WHEEL), hands.size(), place(event)));
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', drag);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  node.addEventListener('click', click, { capture: true });
  node.addEventListener('wheel', wheel, { passive: false });
  return {
    destroy: () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', drag);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('click', click, { capture: true });
      node.removeEventListener('wheel', wheel);
    },
  };
}
