import { escapeHtml, htmlOf, withDirections } from '../html/write.ts';
import type { MarkJson, NodeJson } from '../../schema/json.ts';
import { languageOf, type Language } from '../text/language.ts';
import { plainTextOfJson } from '../text/plain.ts';
import { withTitle } from '../with-title.ts';
import { xmlText } from '../xml-text.ts';
import {
  bytesOfPicture,
  measuredPictures,
  type PictureFacts,
  type PictureSource,
} from '../picture.ts';
import { packageOf, type FileParts, type NamedFile } from '../zip.ts';

/** Metadata of a book: a UUID, and the time of the last change. */
export type BookFacts = { id: string; modified: Date };

/**
 * Placeholder address of pictures in the HTML until their place in the book is known. Text cannot
 * imitate it, because its quotation marks are escaped.
 */
const placeholder = 'https://picture.invalid/';

/**
 * Converts a document to an EPUB 3 book of one chapter, with a table of contents from its headings,
 * returned in parts. Pictures are read from `imageBytes`, one at a time. Unavailable ones are
 * replaced by their description, and reported to `lost` before the first part. Source: EPUB 3.3.
 */
export async function epubOf(
  title: string,
  doc: NodeJson,
  facts: BookFacts,
  { imageBytes, lost = new Set() }: { imageBytes?: PictureSource; lost?: Set<string> } = {},
): Promise<FileParts> {
  const pictures = await measuredPictures(doc, imageBytes, lost);
  const names = new Map(
    [...pictures].map(([src, picture], index) => [
      src,
      `pictures/${index + 1}.${picture.type.slice(6)}`,
    ]),
  );
  const order = [...names.keys()];
  const shown = xmlText(title).trim() || 'Untitled';
  const language = languageOf(withTitle(title, doc));
  const body = withDirections(
    numbered(inBook(htmlOf(placed(withTitle(title, doc), order)))),
  ).replace(/src="https:\/\/picture\.invalid\/(\d+)"/g, (_, index: string) => {
    return `src="${names.get(order[Number(index)] ?? '') ?? ''}"`;
  });
  const text = (name: string, said: string): NamedFile => ({
    name,
    bytes: new TextEncoder().encode(said),
  });
  const files = [
    // First and not compressed, so that readers recognize the file type by its beginning.
    { ...text('mimetype', 'application/epub+zip'), isPacked: true },
    text('META-INF/container.xml', container),
    text('OEBPS/content.opf', contentOf(shown, { ...facts, language }, pictures, names)),
    text('OEBPS/nav.xhtml', page(shown, language, navigation(withTitle(title, doc), shown))),
    text('OEBPS/text.xhtml', page(shown, language, body)),
    text('OEBPS/style.css', style),
  ];
  return packageOf(withPictures(files, names, imageBytes));
}

async function* withPictures(
  files: readonly NamedFile[],
  names: ReadonlyMap<string, string>,
  imageBytes: PictureSource | undefined,
): AsyncGenerator<NamedFile> {
  yield* files;
  for (const [src, name] of names)
    yield { name: `OEBPS/${name}`, bytes: await bytesOfPicture(src, imageBytes), isPacked: true };
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

function placed(node: NodeJson, order: readonly string[]): NodeJson {
  if (node.type === 'image') {
    const index = order.indexOf(String(node.attrs?.['src']));
    const href =
      encoded({ type: 'link', attrs: { href: node.attrs?.['href'] ?? null } }).attrs?.['href'] ??
      null;
    return {
      ...node,
      attrs: { ...node.attrs, href, src: index < 0 ? null : `${placeholder}${index}` },
    };
  }
  // The file is not accessible from the book.
  if (node.type === 'attachment') return { ...node, attrs: { ...node.attrs, src: null } };
  return {
    ...node,
    ...(node.marks && { marks: node.marks.map(encoded) }),
    ...(node.content && { content: node.content.map((child) => placed(child, order)) }),
  };
}

/**
 * Encodes the address of a link by the strict rules with which books are validated. Source: RFC
 * 3986.
 */
function encoded(mark: MarkJson): MarkJson {
  const href = mark.attrs?.['href'];
  if (mark.type !== 'link' || typeof href !== 'string' || !URL.canParse(href)) return mark;
  const [, start = '', rest = '', fragment] =
    /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?)([^#]*)(?:#(.*))?$/is.exec(new URL(href).href) ?? [];
  const strict = (part: string): string =>
    part.replace(/[^\w\-.~:/?@!$&'()*+,;=%]|%(?![0-9a-f]{2})/gi, (sign) =>
      encodeURIComponent(sign.toWellFormed()),
    );
  return {
    ...mark,
    attrs: {
      ...mark.attrs,
      href: `${start}${strict(rest)}${fragment === undefined ? '' : `#${strict(fragment)}`}`,
    },
  };
}

/** Replaces the alignment and width attributes of cells, which EPUB does not have. */
const inBook = (html: string): string =>
  html.replace(/<t[dh]\b[^<>]*>/g, (tag) =>
    tag
      .replace(/ align="(left|center|right)"/, ' class="$1"')
      .replace(/ width="(\d+)"/, ' style="width:$1px"'),
  );

const style = `body{font-family:serif;line-height:1.5}
h1,h2,h3,h4{line-height:1.25;margin:1.2em 0 .5em}p{margin:0 0 .7em}li p{margin:0 0 .3em}
img{max-width:100%;height:auto}figure{margin:1em 0}figcaption{font-style:italic;font-size:.9em}
pre{white-space:pre-wrap;background:#f3f3f3;color:#222;padding:.7em}code{font-family:monospace;font-size:.9em}
table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #888;padding:.3em .5em;vertical-align:top;text-align:start}
th{background:#eee;color:#222}.left{text-align:left}.center{text-align:center}.right{text-align:right}
blockquote{margin:1em 0;padding:0 1em;border-inline-start:3px solid #888}aside{margin:1em 0;padding:.5em 1em;border:1px solid #888}
`;

/** Adds ids to headings, as targets for the table of contents. */
function numbered(html: string): string {
  let count = 0;
  return html.replace(/<(h[1-6])>/g, (_, tag: string) => `<${tag} id="h${(count += 1)}">`);
}

function headingsOf(node: NodeJson): string[] {
  if (node.type === 'heading') return [xmlText(plainTextOfJson(node)).replace(/\s+/g, ' ').trim()];
  return (node.content ?? []).flatMap(headingsOf);
}

function navigation(doc: NodeJson, title: string): string {
  const headings = headingsOf(doc).map((text, index) => ({
    text,
    target: `text.xhtml#h${index + 1}`,
  }));
  const entries = headings.filter(({ text }) => text !== '');
  const shown = entries.length > 0 ? entries : [{ text: title, target: 'text.xhtml' }];
  const items = shown.map(
    ({ text, target }) => `<li><a href="${target}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav epub:type="toc"><h1>${escapeHtml(title)}</h1><ol>${items.join('')}</ol></nav>`;
}

function page(title: string, { code, direction }: Language, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${code}" xml:lang="${code}" dir="${direction}"><head><title>${escapeHtml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body}</body></html>`;
}

function contentOf(
  title: string,
  facts: BookFacts & { language: Language },
  pictures: ReadonlyMap<string, PictureFacts>,
  names: ReadonlyMap<string, string>,
): string {
  const items = [...names].map(
    ([src, name], index) =>
      `<item id="p${index + 1}" href="${name}" media-type="${pictures.get(src)?.type ?? ''}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${escapeHtml(facts.id)}</dc:identifier><dc:title>${escapeHtml(title)}</dc:title><dc:language>${facts.language.code}</dc:language><meta property="dcterms:modified">${facts.modified.toISOString().slice(0, 19)}Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="text" href="text.xhtml" media-type="application/xhtml+xml"/><item id="style" href="style.css" media-type="text/css"/>${items.join('')}</manifest><spine page-progression-direction="${facts.language.direction}"><itemref idref="text"/></spine></package>`;
}
