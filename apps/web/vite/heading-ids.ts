import { existsSync, readFileSync } from 'node:fs';

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

/** Path of a translated article: the folder of its language is left out in that of its original. */
const translated = /(\/src\/content\/)[a-z]{2}\/([\w-]+\/[^/]+\.mdx)$/;

/** Returns the path of the English original of a translated article; null for other articles. */
const originalOf = (path: string): string | null =>
  translated.test(path) ? path.replace(translated, '$1$2') : null;

/** A heading in the source of an article. `level`: 2 to 6. */
export type Heading = { readonly level: number; readonly text: string };

/** Returns the headings in the source of an article, without those in code. */
export function headingsOf(source: string): readonly Heading[] {
  return [...source.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#{2,6}) +(.+?)\s*$/gm)].map(
    ([, marks = '', text = '']) => ({ level: marks.length, text }),
  );
}

/** Gives each slug a number if it is taken, so that all ids of an article differ. */
function idsOf(texts: readonly string[]): string[] {
  const taken = new Set<string>();
  return texts.map((text) => {
    const slug = slugOf(text) || 'part';
    let id = slug;
    for (let n = 2; taken.has(id); n += 1) id = `${slug}-${n}`;
    taken.add(id);
    return id;
  });
}

/** Returns the text of a heading without the marks of links and emphasis. */
const plain = (heading: string): string =>
  heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`_]/g, '');

/**
 * MDX plugin: gives the headings of an article ids derived from their text, so that sections can be
 * linked. Repeated ids get a number. The headings of a translation have the ids of its original, so
 * that a link to a section leads to it in each language.
 */
export function headingIds() {
  return (article: Node, file: { readonly path?: string } = {}): void => {
    const headings = [...headingsIn(article)];
    const original = originalOf((file.path ?? '').replaceAll('\\', '/'));
    const theirs =
      original !== null && existsSync(original)
        ? headingsOf(readFileSync(original, 'utf8')).map(({ text }) => plain(text))
        : [];
    // The check of articles reports a translation with other headings.
    const own = headings.map(textOf);
    const ids = idsOf(theirs.length === own.length ? theirs : own);
    for (const [n, heading] of headings.entries())
      heading.properties = { ...heading.properties, id: ids[n] };
  };
}
