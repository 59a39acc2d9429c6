import type { Mapping } from '@tiptap/pm/transform';

/**
 * Returns the smallest range of the new document that contains every change of `mapping`; null if
 * there is none.
 */
export function touchedRange(mapping: Mapping): { from: number; to: number } | null {
  let [from, to] = [Infinity, -Infinity];
  for (const [i, map] of mapping.maps.entries()) {
    const rest = mapping.slice(i + 1);
    map.forEach((_start, _end, newStart, newEnd) => {
      from = Math.min(from, rest.map(newStart, -1));
      to = Math.max(to, rest.map(newEnd, 1));
    });
  }
  return from <= to ? { from, to } : null;
}
