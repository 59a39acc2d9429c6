/** A text of fewer blocks is laid out as one. */
const few = 200;

/** Blocks that are laid out before a text is seen for the first time: some screens of them. */
const first = 60;

/** Milliseconds between two steps, in which a key or a frame has its turn. */
const pause = 60;

/** How many blocks each step adds at least; and of how many steps there are at most. */
const stepOfBlocks = 200;
const mostSteps = 8;

/** What shows that somebody is about to put a caret into the text. */
const comings = ['keydown', 'pointerdown', 'focusin', 'beforeinput'] as const;

/**
 * Lets a long text that is about to be drawn be seen before all of it is laid out: the first screens at once, and the rest in steps right after it. As soon
 * as somebody does anything all is laid out, for blocks that were not drawn yet are no place for a caret. Ends by itself; the answered function ends it.
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
