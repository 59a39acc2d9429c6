import { UnreadableFile, type NodeJson, type Resolve } from '@longhand/document';
import type { Picture } from '@longhand/document/files';
import { kindOf } from '../../files/kinds.ts';
import { isAttached } from './own-report.ts';
import { entryAt, finderIn, readEntry, type Opened } from './archive.ts';

/**
 * Pictures and attached files of a text with provisional sources, the latter with a name, and its
 * links to other texts of the archive with provisional addresses.
 */
export type Beside = {
  readonly pictures: (Picture & { src: string; name?: string })[];
  readonly links: { readonly href: string; readonly entry: string }[];
};

/** Maximum number and total size (bytes) of pictures and attached files of one text. */
const picturesMax = 2_000;
const pictureBytesMax = 104_857_600;

/** A text within an archive. */
export type Placed = { readonly archive: Opened; readonly entry: string };

const dataAddress = /^data:[\w/+.;=-]{0,200}?;base64,/i;

function bytesOf(address: string): Uint8Array | null {
  const start = dataAddress.exec(address)?.[0];
  return start === undefined
    ? null
    : new Uint8Array(Buffer.from(address.slice(start.length), 'base64'));
}

/**
 * Reads a picture from a `data:` URL or the archive. Returns null if there is none. Of an entry
 * larger than `left` bytes, returns as many bytes as are too many.
 */
function load(placed: Placed | null, address: string, left: number): Uint8Array | null {
  if (/^data:/i.test(address)) return bytesOf(address);
  const entry = placed && entryAt(placed.archive, placed.entry, address);
  if (placed === null || entry === null) return null;
  if ((placed.archive.sizes.get(entry.slice(placed.archive.folder.length)) ?? 0) > left)
    return new Uint8Array(left + 1);
  try {
    return readEntry(placed.archive, entry);
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}

/** Collects files of a text up to the limits. `keep` returns their provisional source. */
function collectFiles(lost: Set<string>) {
  const files: Beside['pictures'] = [];
  let left = pictureBytesMax;
  return {
    files,
    left: () => left,
    keep(file: Picture & { name?: string }): string | null {
      if (file.bytes.length > left || files.length >= picturesMax) {
        lost.add(
          'This text has more than 2,000 pictures and files, or more than 100 MB of them. The others were left out.',
        );
        return null;
      }
      left -= file.bytes.length;
      const src = `/api/v1/files/${crypto.randomUUID()}`;
      files.push({ src, ...file });
      return src;
    },
  };
}

/** Returns a function that finds something only once for each address. */
function once(find: (address: string) => string | null): (address: string) => string | null {
  const known = new Map<string, string | null>();
  return (address) => {
    const before = known.get(address);
    const found = before === undefined ? find(address) : before;
    known.set(address, found);
    return found;
  };
}

/**
 * Collects the pictures of a text from `data:` URLs and from its archive, and the files that our
 * exports attach to it. Adds omissions to `lost`.
 */
export function gatherBeside(
  lost: Set<string>,
  placed: Placed | null,
): Beside & { readonly resolve: Resolve } {
  const { files, left, keep } = collectFiles(lost);
  const links: Beside['links'] = [];
  const host = `https://${crypto.randomUUID()}.invalid/`;
  const entryOf = (address: string): string | null =>
    placed && entryAt(placed.archive, placed.entry, address);
  const picture = once((address) => {
    const bytes = load(placed, address, left());
    if (bytes === null) return null;
    const { type, shown } = kindOf(bytes);
    // A file that is too large was not read, so its kind is unknown.
    if (shown || bytes.length > left()) return keep({ type, bytes });
    lost.add('Pictures that are not PNG, JPEG, GIF, WebP or AVIF were left out.');
    return null;
  });
  const file = once((address) => {
    const entry = entryOf(address);
    const bytes = entry !== null && isAttached(entry) ? load(placed, address, left()) : null;
    if (entry === null || bytes === null) return null;
    const name = (entry.split('/').at(-1) ?? '').replace(/^[\d-]+ /, '');
    return keep({ type: kindOf(bytes).type, bytes, name });
  });
  const hrefOf = once((entry) => {
    const href = `${host}${links.length}`;
    links.push({ href, entry });
    return href;
  });
  return {
    pictures: files,
    links,
    resolve: {
      ...(placed !== null && { named: finderIn(placed.archive, placed.entry) }),
      picture,
      file,
      link(address) {
        const entry = entryOf(address);
        return entry === null ? null : hrefOf(entry);
      },
    },
  };
}

/** Replaces link addresses by those in `found`. A link with null becomes text. */
export function withLinks(content: NodeJson, found: ReadonlyMap<string, string | null>): NodeJson {
  const walk = (node: NodeJson): NodeJson => {
    const marks = node.marks?.flatMap((mark) => {
      const href = mark.type === 'link' ? found.get(String(mark.attrs?.['href'])) : undefined;
      if (href === undefined) return [mark];
      return href === null ? [] : [{ ...mark, attrs: { ...mark.attrs, href } }];
    });
    return {
      ...node,
      ...(marks !== undefined && { marks }),
      ...(node.content !== undefined && { content: node.content.map(walk) }),
    };
  };
  return found.size === 0 ? content : walk(content);
}
