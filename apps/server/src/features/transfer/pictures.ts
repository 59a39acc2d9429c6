import { isSafeImage, type NodeJson } from '@longhand/document';

/** Where our own pictures are. */
const ours = /^\/api\/v1\/files\/([0-9a-f-]{36})$/;

/** The id of the file that a picture's source names, or null where it is not one of ours. */
export function fileIdOf(src: unknown): string | null {
  return typeof src === 'string' ? (ours.exec(src)?.[1] ?? null) : null;
}

/** The sources of the pictures of a document that are files of ours, each once. */
export function sourcesIn(content: NodeJson): string[] {
  const sources = new Set<string>();
  const walk = (node: NodeJson): void => {
    const src = node.type === 'image' ? node.attrs?.['src'] : undefined;
    if (typeof src === 'string' && fileIdOf(src) !== null) sources.add(src);
    for (const child of node.content ?? []) walk(child);
  };
  walk(content);
  return [...sources];
}

/** A document whose pictures have the sources that `stored` gives for theirs; one that was not stored is left out. */
export function withSources(content: NodeJson, stored: ReadonlyMap<string, string | null>): NodeJson {
  const walk = (node: NodeJson): NodeJson[] => {
    const src = node.type === 'image' ? node.attrs?.['src'] : undefined;
    if (typeof src === 'string' && stored.has(src)) {
      const own = stored.get(src) ?? null;
      return own === null ? [] : [{ ...node, attrs: { ...node.attrs, src: own } }];
    }
    return [node.content === undefined ? node : { ...node, content: node.content.flatMap(walk) }];
  };
  return walk(content)[0] ?? content;
}

/**
 * Returns a document in which pictures from other servers are links to them, with their descriptions as text. A file that showed
 * them would tell those servers who opens it, and when.
 */
export function withLinkedPictures(content: NodeJson): NodeJson {
  const walk = (node: NodeJson): NodeJson[] => {
    if (node.type === 'image' && isRemote(node)) return linked(node);
    return [node.content === undefined ? node : { ...node, content: node.content.flatMap(walk) }];
  };
  return walk(content)[0] ?? content;
}

/** True if a document shows pictures from other servers. */
export function hasRemotePictures(content: NodeJson): boolean {
  return (content.type === 'image' && isRemote(content)) || (content.content ?? []).some(hasRemotePictures);
}

const isRemote = ({ attrs }: NodeJson): boolean => isSafeImage(attrs?.['src']) && fileIdOf(attrs?.['src']) === null;

function linked({ attrs = {} }: NodeJson): NodeJson[] {
  const { src, alt, title } = attrs;
  const text = typeof alt === 'string' && alt.trim() !== '' ? alt : String(src);
  const link = { type: 'text', text, marks: [{ type: 'link', attrs: { href: src ?? null } }] };
  const caption =
    typeof title === 'string' && title !== '' ? [{ type: 'paragraph', content: [{ type: 'text', text: title }] }] : [];
  return [{ type: 'paragraph', content: [link] }, ...caption];
}
