/**
 * Converts items to nested ordered lists, which are also well-formed XML. The first item has the
 * depth 0, and each at most one more than the item before.
 */
export function nestedList(items: readonly { depth: number; html: string }[]): string {
  let list = '';
  let open = -1;
  for (const { depth, html } of items) {
    list += depth > open ? '<ol>' : `${'</li></ol>'.repeat(open - depth)}</li>`;
    list += `<li>${html}`;
    open = depth;
  }
  return `${list}${'</li></ol>'.repeat(open + 1)}`;
}
