import type { Seat } from './seats.ts';

/** Returns a random integer from 0 to `count` - 1, reproducible by the seed. */
export type Draw = (count: number) => number;

/** Waits until all pending tasks have run. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/**
 * Moves the DOM selection to a random position, as a mouse press does: the editor reads it later.
 */
export function putCaret({ editor }: Seat, draw: Draw): void {
  const root = editor.view.dom;
  const places: [Node, number][] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('.othersCaret, [contenteditable="false"]')) continue;
    // A caret cannot be between the two halves of a surrogate pair.
    if (node instanceof Text) {
      for (let at = 0; at <= node.data.length; at += 1)
        if (!/[\uD800-\uDBFF]/.test(node.data[at - 1] ?? '')) places.push([node, at]);
    } else if (
      node instanceof Element &&
      node.matches('p, h1, h2, h3, h4, pre') &&
      node.textContent === ''
    )
      places.push([node, 0]);
  }
  root.focus({ preventScroll: true });
  const place = places[draw(Math.max(places.length, 1))];
  if (place) getSelection()?.collapse(...place);
}

type Held = { readonly ctrlKey?: boolean; readonly shiftKey?: boolean; readonly altKey?: boolean };

const codes: Readonly<Record<string, number>> = { Backspace: 8, Tab: 9, Enter: 13, Delete: 46 };

/** The browser's default action for a key that the editor does not handle. */
const natives: Readonly<Record<string, string>> = {
  Backspace: 'delete',
  Delete: 'forwardDelete',
  Enter: 'insertParagraph',
};

async function press({ editor }: Seat, key: string, held: Held = {}): Promise<void> {
  const code = /^\d$/.test(key)
    ? `Digit${key}`
    : key.length === 1
      ? `Key${key.toUpperCase()}`
      : key;
  const keyCode = codes[key] ?? key.toUpperCase().charCodeAt(0);
  const event = new KeyboardEvent('keydown', {
    key,
    code,
    keyCode,
    bubbles: true,
    cancelable: true,
    ...held,
  });
  const native = natives[key];
  // `execCommand` is deprecated, but the only way for a page to trigger native editing.
  if (editor.view.dom.dispatchEvent(event) && native !== undefined) document.execCommand(native);
  await pause();
}

async function times(count: number, act: () => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i += 1) await act();
}

/** Types characters, some so fast that the editor processes several at once. */
export async function type({ editor }: Seat, draw: Draw, words: string): Promise<void> {
  for (const letter of words) {
    const event = new KeyboardEvent('keypress', {
      key: letter,
      charCode: letter.codePointAt(0) ?? 0,
      bubbles: true,
      cancelable: true,
    });
    if (editor.view.dom.dispatchEvent(event)) document.execCommand('insertText', false, letter);
    if (draw(3) === 0) await pause();
  }
}

function paste({ editor }: Seat, html: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  editor.view.dom.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

async function select(count: number, by: 'character' | 'line'): Promise<void> {
  for (let i = 0; i < count; i += 1) getSelection()?.modify('extend', 'forward', by);
  await pause();
}

async function toEdge(direction: 'backward' | 'forward'): Promise<void> {
  getSelection()?.modify('move', direction, 'lineboundary');
  await pause();
}

const words = ['rain', 'a window', 'very', 'the third', 'and so', 'ink', '— or', 'été', '雨', '🦉'];
const pieces = [
  '<p>One</p><p>Two</p>',
  '<ul><li>A</li><li>B</li></ul>',
  '<b>bold</b> plain',
  '<table><tr><td>x</td><td>y</td></tr></table>',
  '<h2>Head</h2>',
];
const ctrl = { ctrlKey: true };
const ctrlShift = { ctrlKey: true, shiftKey: true };
const ctrlAlt = { ctrlKey: true, altKey: true };
const kinds: readonly [string, Held][] = [
  ['2', ctrlAlt],
  ['0', ctrlAlt],
  ['b', ctrlShift],
  ['c', ctrlAlt],
];

function one<Item>(list: readonly Item[], draw: Draw): Item {
  return list[draw(list.length)] as Item;
}

/** Actions of a user with full rights, by keys. */
const acts: Readonly<Record<string, (seat: Seat, draw: Draw) => Promise<void>>> = {
  type: (seat, draw) => type(seat, draw, ` ${one(words, draw)}`),
  'delete back': (seat, draw) => times(1 + draw(6), () => press(seat, 'Backspace')),
  'delete on': (seat, draw) => times(1 + draw(6), () => press(seat, 'Delete')),
  'delete a word': async (seat, draw) => {
    getSelection()?.modify('extend', 'backward', 'word');
    // With the selection known to the editor, or not yet.
    if (draw(2) === 0) await pause();
    await press(seat, 'Backspace');
  },
  split: (seat) => press(seat, 'Enter'),
  'split twice': (seat) => times(2, () => press(seat, 'Enter')),
  'break the line': (seat) => press(seat, 'Enter', { shiftKey: true }),
  join: async (seat) => {
    await toEdge('backward');
    await press(seat, 'Backspace');
  },
  'join with the next': async (seat) => {
    await toEdge('forward');
    await press(seat, 'Delete');
  },
  replace: async (seat, draw) => {
    await select(1 + draw(8), 'character');
    await type(seat, draw, one(words, draw));
  },
  'delete across': async (seat, draw) => {
    await select(1 + draw(2), 'line');
    await press(seat, one(['Delete', 'Backspace', 'Enter'], draw));
  },
  format: async (seat, draw) => {
    await select(1 + draw(9), 'character');
    await press(seat, one(['b', 'i', 'e'], draw), ctrl);
  },
  'block type': (seat, draw) => press(seat, ...one(kinds, draw)),
  list: (seat, draw) => press(seat, one(['7', '8', '9'], draw), ctrlShift),
  'in and out': (seat, draw) => press(seat, 'Tab', { shiftKey: draw(2) === 0 }),
  undo: (seat, draw) => times(1 + draw(3), () => press(seat, 'z', ctrl)),
  redo: (seat) => press(seat, 'z', ctrlShift),
  paste: async (seat, draw) => {
    paste(seat, one(pieces, draw));
    await pause();
  },
};

/** Performs a random action. Returns its name. */
export async function doAnything(seat: Seat, draw: Draw): Promise<string> {
  const act = one(Object.keys(acts), draw);
  // Undo applies to the user's last change, independent of the caret.
  if (act === 'undo' || act === 'redo') seat.editor.view.dom.focus({ preventScroll: true });
  else putCaret(seat, draw);
  if (draw(3) > 0) await pause();
  await acts[act]?.(seat, draw);
  return act;
}

/** Types a unique word; sometimes also begins a paragraph. Deletes nothing. */
export async function write(seat: Seat, draw: Draw, word: string): Promise<void> {
  putCaret(seat, draw);
  if (draw(3) > 0) await pause();
  await type(seat, draw, ` ${word} `);
  if (draw(8) === 0) await press(seat, 'Enter');
}
