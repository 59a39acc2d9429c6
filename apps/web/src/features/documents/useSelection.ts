import type { Document } from '@longhand/contract';
import { useState } from 'react';

/** Some documents of a list, chosen to do one thing with all of them. */
export type Selection = {
  /** Those chosen that are still in the list, in its order. */
  readonly documents: readonly Document[];
  has(id: string): boolean;
  toggle(id: string): void;
  clear(): void;
};

/** Lets documents of a list be chosen. What leaves the list is chosen no longer. */
export function useSelection(items: readonly Document[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    documents: items.filter(({ id }) => chosen.has(id)),
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    clear: () => setChosen(new Set()),
  };
}
