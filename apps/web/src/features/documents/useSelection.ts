import type { Document } from '@longhand/contract';
import { useRef, useState } from 'react';
import { rangeOf } from './rangeOf.ts';

/** Some documents of a list, selected to do one thing with all of them. */
export type Selection = {
  /** Those selected that are still in the list, in its order. */
  readonly documents: readonly Document[];
  readonly isSome: boolean;
  readonly isAll: boolean;
  has(id: string): boolean;
  /** Selects a document or takes it out. `isRange`: with all between it and the one toggled before. */
  toggle(id: string, isRange: boolean): void;
  all(): void;
  clear(): void;
};

/** Lets documents of a list be selected. A document that leaves the list is selected no longer. */
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
