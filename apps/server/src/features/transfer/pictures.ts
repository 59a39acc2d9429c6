import { isSafeImage, type NodeJson } from '@longhand/document';

/** Matches the addresses of our own pictures. */
const ours = /^\/api\/v1\/files\/([0-9a-f-]{36})$/;

/** Returns the file id of a picture's source, or null if it is not one of our files. */
export function fileIdOf(src: unknown): string | null {
  return typeof src === 'string' ? (ours.exec(src)?.[1] ?? null) : null;
}

/** Returns the sources of a document's pictures that are our files, each once. */
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

/** Returns the names of the attached files of a document that are our files, by source. */
export function attachedIn(content: NodeJson): Map<string, string> {
  const names = new Map<string, string>();
  const walk = (node: NodeJson): void => {
    const { src, name } = (node.type === 'attachment' && node.attrs) || {};
    if (typeof src === 'string' && fileIdOf(src) !== null) names.set(src, String(name ?? ''));
    for (const child of node.content ?? []) walk(child);
  };
  walk(content);
  return names;
}

/**
 * Replaces sources of pictures and attached files by those in `stored`. Of those that could not be
 * stored, pictures are removed, and the names of files remain.
 */
export function withSources(
  content: NodeJson,
  stored: ReadonlyMap<string, string | null>,
): NodeJson {
  const walk = (node: NodeJson): NodeJson[] => {
    const isFile = node.type === 'attachment';
    const src = isFile || node.type === 'image' ? node.attrs?.['src'] : undefined;
    if (typeof src === 'string' && stored.has(src)) {
      const own = stored.get(src) ?? null;
      if (own !== null) return [{ ...node, attrs: { ...node.attrs, src: own } }];
      const text = String(node.attrs?.['name'] ?? '');
      return isFile && text !== ''
        ? [{ type: 'paragraph', content: [{ type: 'text', text }] }]
        : [];
    }
    return [node.content === undefined ? node : { ...node, content: node.content.flatMap(walk) }];
  };
  return walk(content)[0] ?? content;
}

/**
 * Replaces pictures from other servers by links, with their descriptions as text. A file that shows
 * them would reveal to those servers when and by whom it is opened.
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
  return (
    (content.type === 'image' && isRemote(content)) ||
    (content.content ?? []).some(hasRemotePictures)
  );
}

const isRemote = ({ attrs }: NodeJson): boolean =>
  isSafeImage(attrs?.['src']) && fileIdOf(attrs?.['src']) === null;

function linked({ attrs = {} }: NodeJson): NodeJson[] {
  const { src, alt, title } = attrs;
  const text = typeof alt === 'string' && alt.trim() !== '' ? alt : String(src);
  const link = { type: 'text', text, marks: [{ type: 'link', attrs: { href: src ?? null } }] };
  const caption =
    typeof title === 'string' && title !== ''
      ? [{ type: 'paragraph', content: [{ type: 'text', text: title }] }]
      : [];
  return [{ type: 'paragraph', content: [link] }, ...caption];
}
