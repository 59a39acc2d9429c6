/** The part of an HTML syntax tree (hast) that is used here: MDX passes it to rehype plugins. */
type Node = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
};

const textOf = ({ value = '', children = [] }: Node): string =>
  value + children.map(textOf).join('');

/** Returns the slug of a heading: lowercase words with hyphens between them. */
export function slugOf(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

function* headingsIn(node: Node): Generator<Node> {
  if (/^h[2-6]$/.test(node.tagName ?? '')) yield node;
  else for (const child of node.children ?? []) yield* headingsIn(child);
}

/**
 * MDX plugin: gives the headings of an article ids derived from their text, so that sections can be
 * linked. Repeated ids get a number.
 */
export function headingIds() {
  return (article: Node): void => {
    const taken = new Set<string>();
    for (const heading of headingsIn(article)) {
      const slug = slugOf(textOf(heading)) || 'part';
      let id = slug;
      for (let n = 2; taken.has(id); n += 1) id = `${slug}-${n}`;
      taken.add(id);
      heading.properties = { ...heading.properties, id };
    }
  };
}
