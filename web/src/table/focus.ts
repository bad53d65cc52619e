// Where the keyboard is after an answer: at the first control of what comes next, never nowhere.

/** What can be used to answer the question, in the order in which it is looked for. */
const CONTROLS = [
  '[role="menu"] button',
  '[data-place]',
  '[data-control]:not([aria-disabled="true"])',
  '[data-primary]',
];

/** A new question takes the keyboard from what answered the last one, unless it can answer this one too. */
export function focusOnQuestion(isNew: boolean, root: ParentNode = document): void {
  const at = document.activeElement;
  const isNowhere = at === null || at === document.body;
  const isLeft = isNew && at?.closest('[data-area="board"], .dock') && !at.matches(CONTROLS.join());
  if (!(isNowhere || isLeft) || document.querySelector('dialog[open]')) return;
  for (const selector of CONTROLS) {
    const found = [...root.querySelectorAll<HTMLElement>(selector)].find((control) => control.offsetParent !== null);
    if (found) {
      found.focus({ preventScroll: true });
      return;
    }
  }
  if (isNowhere) root.querySelector<HTMLElement>('.question')?.focus({ preventScroll: true });
}

/** The next legal place on the board after the one that has the focus, or the one before. */
export function nextPlace(step: 1 | -1, root: ParentNode = document): void {
  const places = [...root.querySelectorAll<HTMLElement>('[data-place]')];
  const at = places.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? (step > 0 ? 0 : places.length - 1) : (at + step + places.length) % places.length;
  places[next]?.focus();
}
