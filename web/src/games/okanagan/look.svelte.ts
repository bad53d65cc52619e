// What of the map is looked at: all of it, a tile that is built on, or a territory above the sheet of a phone, until the
// player moves it by hand. That holds until something else is to be looked at, or somebody else is to move.
import { untrack } from 'svelte';
import { cubicOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import { app } from '../../lib/app.svelte';
import { screen } from '../../table/screen.svelte';
import { close, extentOf, fitted, inside, onScreen, shows, TILE, zoomed, type Camera, type Extent } from './camera';
import type { OkanaganPlay } from './play.svelte';

const FINE = 44; // pixels: a site smaller than that is brought nearer
const GLIDE = 300; // milliseconds
const SLACK = 0.97; // of the scale that is wished for is enough

export class Look {
  size = $state({ width: 0, height: 0 });
  panel = $state({ width: 0, height: 0 }); // the panel or sheet of a territory
  isHeld = $state(false);
  private movedIn = $state<string | null>(null); // the situation in which the player has moved the map
  private readonly seen = new Tween<Camera>({ x: 60, y: 60, scale: 1 }, { duration: GLIDE, easing: cubicOut });

  constructor(private readonly play: OkanaganPlay) {}

  /** Where it is now; on its way, not yet where it will be. */
  camera = $derived.by(() => this.seen.current);
  content = $derived.by(() => extentOf([...this.play.view.tiles, ...this.lit, ...this.play.compared]));
  private lit = $derived.by(() => [...this.play.squares.values()].map((entry) => entry.square));
  private whole = $derived.by(() => fitted(this.content, this.size));
  private at = $derived.by((): 'all' | 'site' | 'territory' => {
    if (this.play.isBuilding && this.play.laid && (TILE * this.whole.scale) / 3 < FINE) return 'site';
    return this.play.isResolving && screen.isNarrow ? 'territory' : 'all';
  });
  /** What a question is about: territories, or the promo tile that was laid. */
  asked = $derived.by(() =>
    this.play.promo && this.play.laid ? extentOf([this.play.laid]) : this.extentOf(this.play.outlined),
  );
  private situation = $derived.by(() => `${this.at} ${this.play.view.to_move}`);
  isByHand = $derived.by(() => this.movedIn === this.situation);

  private wished = $derived.by((): Camera => {
    if (this.at === 'site' && this.play.laid) {
      return inside(close(this.play.laid, this.size), this.content, this.size);
    }
    if (this.at === 'territory') {
      const sheet = this.panel.height;
      const free = { width: this.size.width, height: Math.max(80, this.size.height - sheet) };
      const near = fitted(this.asked, free);
      return { ...near, y: near.y + sheet / 2 / near.scale };
    }
    return this.whole;
  });

  /** Look where it is wished, from now on; to be called while a component is set up. */
  follow(): void {
    let isFirst = true;
    $effect(() => {
      const [wished, isByHand, isAll] = [this.wished, this.isByHand, this.at === 'all'];
      if (!this.size.width || !this.size.height || isByHand) return;
      untrack(() => {
        const isFine =
          shows(this.seen.target, this.content, this.size) && this.seen.target.scale >= wished.scale * SLACK;
        if (isFirst || !isAll || !isFine) this.go(wished, isFirst);
        isFirst = false;
      });
    });
  }

  /** Where it will be when it has come to rest. */
  target = (): Camera => this.seen.target;

  /** Moved by hand, at once. */
  move = (to: Camera): void => {
    this.movedIn = this.situation;
    this.go(to, true);
  };

  zoom(factor: number): void {
    this.movedIn = this.situation;
    this.go(zoomed(this.seen.target, factor, this.size, { x: this.size.width / 2, y: this.size.height / 2 }));
  }

  /** All of it again. */
  fit(): void {
    this.movedIn = null;
    this.go(this.whole);
  }

  private go(to: Camera, isAtOnce = false): void {
    void this.seen.set(to, { duration: isAtOnce || app.isCalm ? 0 : GLIDE });
  }

  /** Where squares are in the window. */
  boxOf(extent: Extent): Extent {
    const a = onScreen(this.camera, this.size, extent.left, extent.top);
    const b = onScreen(this.camera, this.size, extent.right, extent.bottom);
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }

  /** The extent of some territories, or of the map. */
  extentOf(territories: number[]): Extent {
    const all = this.play.view.tiles;
    const tiles = all.filter((tile) => tile.territories.some((id) => territories.includes(id)));
    return extentOf(tiles.length ? tiles : all);
  }
}
