/** Returns the text of a block in the JSON of a difference; empty if it has none. */
export function textOf(node: Readonly<Record<string, unknown>>): string {
  const { text, content } = node;
  if (typeof text === 'string') return text;
  if (!Array.isArray(content)) return '';
  return content
    .map((child: unknown) =>
      typeof child === 'object' && child !== null
        ? textOf(child as Readonly<Record<string, unknown>>)
        : '',
    )
    .filter((words) => words !== '')
    .join(' ');
}
