/** Maximum number of blocks that are laid out in one step. */
const few = 200;

/** Number of blocks laid out before the first paint: several screens. */
const first = 60;

/** Time between two steps, for key presses and frames (ms). */
const pause = 60;

/** Minimum number of blocks per step, and maximum number of steps. */
const stepOfBlocks = 200;
const mostSteps = 8;

/** Events that precede placing a caret in the text. */
const comings = ['keydown', 'pointerdown', 'focusin', 'beforeinput'] as const;

/**
 * Paints a long text before all of it is laid out: the first screens at once, and the rest in steps
 * right after. On any user input all blocks are laid out, because a caret cannot be placed in
 * unrendered blocks. Ends by itself. Returns a function that ends it early.
 */
export function layOutFromTop(blocks: number): () => void {
  if (blocks <= few || !CSS.supports('content-visibility', 'auto')) return () => {};
  const step = Math.max(stepOfBlocks, Math.ceil(blocks / mostSteps));
  const sheet = new CSSStyleSheet();
  let upTo = first;
  const put = (): void =>
    sheet.replaceSync(
      `.documentText .ProseMirror > :nth-child(n + ${upTo}) { content-visibility: auto; contain-intrinsic-block-size: auto 6rem; }`,
    );
  const end = (): void => {
    clearInterval(timer);
    for (const coming of comings) window.removeEventListener(coming, end, { capture: true });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
  const timer = setInterval(() => {
    upTo += step;
    if (upTo < blocks) put();
    else end();
  }, pause);
  put();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const coming of comings) window.addEventListener(coming, end, { capture: true });
  return end;
}
