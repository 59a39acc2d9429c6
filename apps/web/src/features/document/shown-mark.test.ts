import type { Link, SavedMark } from '@longhand/sync/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { shownMarkOf } from './shown-mark.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Returns the shown mark of a link without a connection, and a function that changes its state. */
function watched() {
  let saved: SavedMark = { kind: 'saved' };
  let heard = (): void => undefined;
  const link = {
    get state() {
      return { saved } as Link['state'];
    },
    onChange(listener: Parameters<Link['onChange']>[0]) {
      heard = () => listener(link.state);
      return () => undefined;
    },
  };
  const shown = shownMarkOf(link);
  const changed = vi.fn<() => void>();
  shown.subscribe(changed);
  const become = (mark: SavedMark): void => {
    saved = mark;
    heard();
  };
  return { shown, changed, become };
}

test('continuous typing changes the mark once, and “Saved” comes after a pause', () => {
  const { shown, changed, become } = watched();
  for (let i = 0; i < 20; i += 1) {
    become({ kind: 'saving' });
    become({ kind: 'saved' });
    vi.advanceTimersByTime(100);
  }
  expect([shown.now().kind, changed.mock.calls.length]).toEqual(['saving', 1]);
  vi.advanceTimersByTime(300);
  expect([shown.now().kind, changed.mock.calls.length]).toEqual(['saved', 2]);
});

test('each reason for which the text is not saved is shown at once', () => {
  const { shown, changed, become } = watched();
  become({ kind: 'not_saved', reason: 'the device is full' });
  become({ kind: 'not_saved', reason: 'signed out' });
  expect(shown.now()).toEqual({ kind: 'not_saved', reason: 'signed out' });
  expect(changed).toHaveBeenCalledTimes(2);
});
