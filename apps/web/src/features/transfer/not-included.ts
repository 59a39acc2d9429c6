import { plural } from '@lingui/core/macro';

/** Returns a sentence about left-out content for screen readers, empty if there is none. */
export function notIncluded(count: number): string {
  if (count === 0) return '';
  return `. ${plural(count, { one: '# part was not included', other: '# parts were not included' })}`;
}
