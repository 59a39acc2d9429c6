/** The words in a block of a document, as its differences carry it; empty where it has none. */
export function textOf(node: Readonly<Record<string, unknown>>): string {
  const { text, content } = node;
  if (typeof text === 'string') return text;
  if (!Array.isArray(content)) return '';
  return content
    .map((child: unknown) =>
      typeof child === 'object' && child !== null ? textOf(child as Readonly<Record<string, unknown>>) : '',
    )
    .filter((words) => words !== '')
    .join(' ');
}
