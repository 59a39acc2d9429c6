import type { CSSProperties } from 'react';

/** Maximum depth that is shown by indentation; deeper rows are aligned with it. */
const indentMax = 8;

/** Returns the style of a row at a depth of the tree; the style sheet of the row uses it. */
export function indentOf(depth: number): CSSProperties {
  return { '--depth': Math.min(depth, indentMax) } as CSSProperties;
}
