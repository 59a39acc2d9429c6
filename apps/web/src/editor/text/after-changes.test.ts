import { Schema } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterChanges, type Watched } from './after-changes.ts';

const pace = { quiet: 100, latest: 250 };
const schema = new Schema({ nodes: { doc: { content: 'text*' }, text: {} } });

/** An editor without a DOM: TipTap's editor counts as destroyed until it is mounted. */
class Bare {
  readonly isDestroyed = false;
  state = EditorState.create({ schema });
  readonly #heard = new Set<() => void>();

  on(_name: string, hear: () => void): void {
    this.#heard.add(hear);
  }

  off(_name: string, hear: () => void): void {
    this.#heard.delete(hear);
  }

  dispatch(transaction: Transaction): void {
    this.state = this.state.apply(transaction);
    // As TipTap's editor: a listener that is removed meanwhile is called, too.
    for (const hear of [...this.#heard]) hear();
  }
}

let editor: Bare & Watched;
beforeEach(() => {
  vi.useFakeTimers();
  editor = new Bare() as unknown as typeof editor;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Replaces the frames of the browser. Returns the callbacks that wait for the next frame. */
function paintByHand(): (() => void)[] {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => frames.push(call));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void frames.splice(id - 1, 1));
  return frames;
}

const type = (): void => editor.dispatch(editor.state.tr.insertText('x'));

test('reads the document at once, and again when a changed text is quiet', () => {
  const look = vi.fn<() => void>();
  afterChanges(editor, pace, look);
  expect(look).toHaveBeenCalledTimes(1);
  type();
  vi.advanceTimersByTime(99);
  expect(look).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(look).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(look).toHaveBeenCalledTimes(2);
});

test('reads the document during continuous typing, after the maximum delay at the latest', () => {
  const look = vi.fn<() => void>();
  afterChanges(editor, pace, look);
  for (let passed = 0; passed < 500; passed += 50) {
    type();
    vi.advanceTimersByTime(50);
  }
  expect(look).toHaveBeenCalledTimes(3);
});

test('reads the document again later if asked to, but not because of its own transaction', () => {
  const answers: (false | undefined)[] = [false, undefined];
  const look = vi.fn<() => false | undefined>(() => {
    if (look.mock.calls.length > 1) editor.dispatch(editor.state.tr.setMeta('mine', true));
    return answers.shift();
  });
  afterChanges(editor, pace, look);
  vi.advanceTimersByTime(1_000);
  expect(look).toHaveBeenCalledTimes(2);
});

test('does not read the document after it is stopped', () => {
  const look = vi.fn<() => void>();
  const stop = afterChanges(editor, pace, look);
  type();
  stop();
  type();
  vi.advanceTimersByTime(1_000);
  expect(look).toHaveBeenCalledTimes(1);
});

test('does not read the document if it is stopped by an earlier listener for the same change', () => {
  const look = vi.fn<() => void>();
  editor.on('transaction', () => stop());
  const stop = afterChanges(editor, pace, look);
  type();
  vi.advanceTimersByTime(1_000);
  expect(look).toHaveBeenCalledTimes(1);
});

test('reads a document that changes before the first paint once', () => {
  const look = vi.fn<() => void>();
  const frames = paintByHand();
  afterChanges(editor, pace, look, 'painted');
  editor.dispatch(editor.state.tr.setMeta('mine', true));
  vi.advanceTimersByTime(1_000);
  expect(look).not.toHaveBeenCalled();
  type();
  for (const frame of frames.splice(0)) frame();
  vi.advanceTimersByTime(1_000);
  expect(look).toHaveBeenCalledTimes(1);
});

test('reads the document for the first time after the next paint if asked to', () => {
  const frames = paintByHand();
  const look = vi.fn<() => void>();
  const stop = afterChanges(editor, pace, look, 'painted');
  expect(look).not.toHaveBeenCalled();
  for (const frame of frames.splice(0)) frame();
  expect(look).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(look).toHaveBeenCalledTimes(1);
  stop();
  afterChanges(editor, pace, look, 'painted')();
  expect(frames).toEqual([]);
});
