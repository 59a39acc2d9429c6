import { UnreadableFile, type NodeJson, type Resolve } from '@longhand/document';
import type { Picture } from '@longhand/document/files';
import { kindOf } from '../../files/kinds.ts';
import { entryAt, finderIn, readEntry, type Opened } from './archive.ts';

/**
 * Pictures of a text with provisional sources, and its links to other texts of the archive with
 * provisional addresses.
 */
export type Beside = {
  readonly pictures: (Picture & { src: string })[];
  readonly links: { readonly href: string; readonly entry: string }[];
};

/** Maximum number and total size (bytes) of pictures of one text. */
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

/**
 * Collects the pictures of a text from `data:` URLs and from its archive. Adds omissions to `lost`.
 */
export function gatherBeside(
  lost: Set<string>,
  placed: Placed | null,
): Beside & { readonly resolve: Resolve } {
  const pictures: Beside['pictures'] = [];
  const links: Beside['links'] = [];
  const sources = new Map<string, string | null>();
  const hrefs = new Map<string, string>();
  const host = `https://${crypto.randomUUID()}.invalid/`;
  let left = pictureBytesMax;

  function store(address: string): string | null {
    const bytes = load(placed, address, left);
    if (bytes === null) return null;
    const { type, shown } = kindOf(bytes);
    if (bytes.length > left || pictures.length >= picturesMax) {
      lost.add(
        'This text has more than 2,000 pictures, or more than 100 MB of them. The others were left out.',
      );
      return null;
    }
    if (!shown) {
      lost.add('Pictures that are not PNG, JPEG, GIF, WebP or AVIF were left out.');
      return null;
    }
    left -= bytes.length;
    const src = `/api/v1/files/${crypto.randomUUID()}`;
    pictures.push({ src, type, bytes });
    return src;
  }

  return {
    pictures,
    links,
    resolve: {
      ...(placed !== null && { named: finderIn(placed.archive, placed.entry) }),
      picture(address) {
        const known = sources.get(address);
        const src = known === undefined ? store(address) : known;
        sources.set(address, src);
        return src;
      },
      link(address) {
        const entry = placed && entryAt(placed.archive, placed.entry, address);
        if (entry === null) return null;
        const href = hrefs.get(entry) ?? `${host}${hrefs.size}`;
        if (!hrefs.has(entry)) links.push({ href, entry });
        hrefs.set(entry, href);
        return href;
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
