import type { Editor } from '@tiptap/core';
import { useCallback, useRef, useSyncExternalStore } from 'react';

/** True for equal values, and for arrays and plain objects with the same entries. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [before, after] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    before.length === after.size &&
    before.every(([key, value]) => after.has(key) && Object.is(value, after.get(key)))
  );
}

/**
 * Returns a value that `select` computes from the editor after each transaction. Rerenders only if
 * the value changes. Arrays and plain objects are compared by their entries.
 */
export function useEditorValue<Value>(editor: Editor, select: () => Value): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      editor.on('transaction', onChange);
      return () => void editor.off('transaction', onChange);
    },
    [editor],
  );
  const last = useRef<{ select: () => Value; state: unknown; value: Value } | null>(null);
  const read = (): Value => {
    const { state } = editor;
    const before = last.current;
    // React reads the value several times per transaction.
    if (before?.select === select && before.state === state) return before.value;
    const selected = select();
    const value = before !== null && isSame(before.value, selected) ? before.value : selected;
    last.current = { select, state, value };
    return value;
  };
  return useSyncExternalStore(subscribe, read);
}
