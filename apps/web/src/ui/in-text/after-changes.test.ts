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
    for (const hear of this.#heard) hear();
  }
}

let editor: Bare & Watched;
beforeEach(() => {
  vi.useFakeTimers();
  editor = new Bare() as unknown as typeof editor;
});
afterEach(() => void vi.useRealTimers());

const type = (): void => editor.dispatch(editor.state.tr.insertText('x'));

test('looks at once, and once a text that was changed is quiet', () => {
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

test('looks while somebody goes on typing, as late as is said', () => {
  const look = vi.fn<() => void>();
  afterChanges(editor, pace, look);
  for (let passed = 0; passed < 500; passed += 50) {
    type();
    vi.advanceTimersByTime(50);
  }
  expect(look).toHaveBeenCalledTimes(3);
});

test('looks again where it has to wait, and not because of what it does itself', () => {
  const answers: (false | undefined)[] = [false, undefined];
  const look = vi.fn<() => false | undefined>(() => {
    if (look.mock.calls.length > 1) editor.dispatch(editor.state.tr.setMeta('mine', true));
    return answers.shift();
  });
  afterChanges(editor, pace, look);
  vi.advanceTimersByTime(1_000);
  expect(look).toHaveBeenCalledTimes(2);
});

test('ends when it is told to', () => {
  const look = vi.fn<() => void>();
  const stop = afterChanges(editor, pace, look);
  type();
  stop();
  type();
  vi.advanceTimersByTime(1_000);
  expect(look).toHaveBeenCalledTimes(1);
});
