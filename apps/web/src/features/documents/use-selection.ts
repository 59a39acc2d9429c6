import type { Document } from '@longhand/contract';
import { useRef, useState } from 'react';
import { rangeOf } from './range-of.ts';

/** Selection of documents in a list, for batch actions. */
export type Selection = {
  /** Selected documents that are still in the list, in its order. */
  readonly documents: readonly Document[];
  readonly isSome: boolean;
  readonly isAll: boolean;
  has(id: string): boolean;
  /** Selects or deselects a document. `isRange`: with all between it and the one toggled before. */
  toggle(id: string, isRange: boolean): void;
  all(): void;
  clear(): void;
};

/** Manages the selection of a list. A document that leaves the list is deselected. */
export function useSelection(items: readonly Document[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const documents = items.filter(({ id }) => chosen.has(id));
  return {
    documents,
    isSome: documents.length > 0,
    isAll: documents.length > 0 && documents.length === items.length,
    has: (id) => chosen.has(id),
    toggle(id, isRange) {
      const ids = items.map((item) => item.id);
      const toggled = isRange ? rangeOf(ids, last.current, id) : [id];
      const isOn = !chosen.has(id);
      last.current = id;
      setChosen((before) => {
        const after = new Set(before);
        for (const each of toggled) {
          if (isOn) after.add(each);
          else after.delete(each);
        }
        return after;
      });
    },
    all: () => setChosen(new Set(items.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  };
}
