import type * as Y from 'yjs';
import { walk } from '../walk.ts';
import { isSuggestionMark, stampOf, suggestionAttributes } from './stamp.ts';

/** How much one person suggests in a document, and when they did so last (milliseconds since 1970). */
export type Suggester = { readonly author: string; readonly count: number; readonly lastAt: number };

/** Whose suggestions stand in a shared text, and how many: everything that carries one id is one. */
export function suggestersIn(root: Y.XmlFragment): Suggester[] {
  const authors = new Map<string, { ids: Set<string>; lastAt: number }>();
  const add = (value: unknown): void => {
    const stamp = stampOf(value);
    if (stamp === null) return;
    const known = authors.get(stamp.author) ?? { ids: new Set(), lastAt: stamp.at };
    known.ids.add(stamp.id);
    known.lastAt = Math.max(known.lastAt, stamp.at);
    authors.set(stamp.author, known);
  };
  for (const step of walk(root)) {
    if (step.kind === 'enter') for (const name of suggestionAttributes) add(step.attributes[name]);
    if (step.kind !== 'text') continue;
    for (const { marks } of step.runs) {
      for (const [name, value] of Object.entries(marks)) {
        // Marks that may lie over each other carry a hash: `insertion--Ab12Cd34`.
        if (isSuggestionMark(name.replace(/--[a-zA-Z0-9+/=]{8}$/, ''))) add(value);
      }
    }
  }
  return [...authors].map(([author, { ids, lastAt }]) => ({ author, count: ids.size, lastAt }));
}
