import { nestedList } from '../html/nested-list.ts';
import { escapeHtml, htmlPartsOf, withDirections } from '../html/write.ts';
import { depthsOf, headingOf, headingText } from '../manuscript.ts';
import type { MarkJson, NodeJson } from '../../schema/json.ts';
import { languageOf, type Language } from '../text/language.ts';
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
 * Converts a text of `manuscriptOf` to an EPUB 3 book with a table of contents from its headings,
 * returned in parts. Each of several documents is a file of its own, and their footnotes are at the
 * end. Pictures are read from `imageBytes`, one at a time. Unavailable ones are replaced by their
 * description, and reported to `lost` before the first part. Source: EPUB 3.3.
 *
 * @param title the title of the book.
 */
export async function epubOf(
  title: string,
  text: NodeJson,
  facts: BookFacts,
  { imageBytes, lost = new Set() }: { imageBytes?: PictureSource; lost?: Set<string> } = {},
): Promise<FileParts> {
  const pictures = await measuredPictures(text, imageBytes, lost);
  const names = new Map(
    [...pictures].map(([src, picture], index) => [
      src,
      `pictures/${index + 1}.${picture.type.slice(6)}`,
    ]),
  );
  const shown = xmlText(title).trim() || 'Untitled';
  const language = languageOf(text);
  const chapters = chaptersOf(text);
  const written: NamedFile[] = pagesOf(chapters, names).map(({ name, body }) => ({
    name: `OEBPS/${name}`,
    bytes: new TextEncoder().encode(page(shown, language, body)),
  }));
  const file = (name: string, said: string): NamedFile => ({
    name,
    bytes: new TextEncoder().encode(said),
  });
  const pages = written.map(({ name }) => name.slice('OEBPS/'.length));
  const files = [
    // First and not compressed, so that readers recognize the file type by its beginning.
    { ...file('mimetype', 'application/epub+zip'), isPacked: true },
    file('META-INF/container.xml', container),
    file('OEBPS/content.opf', contentOf(shown, { ...facts, language, pages }, pictures, names)),
    file('OEBPS/nav.xhtml', page(shown, language, navigation(chapters, shown))),
    ...written,
    file('OEBPS/style.css', style),
  ];
  return packageOf(withPictures(files, names, imageBytes));
}

/** A file of a book, with its part of the text. */
type BookChapter = { readonly name: string; readonly content: readonly NodeJson[] };

/**
 * Divides a text at the titles of its documents. The list of contents is left out: readers show
 * that of the book.
 */
function chaptersOf({ content = [] }: NodeJson): BookChapter[] {
  const parts: NodeJson[][] = [[]];
  for (const node of content) {
    if (node.type === 'contents') continue;
    if (parts.at(-1)?.length !== 0 && node.type === 'heading' && headingOf(node).isTitle)
      parts.push([]);
    parts.at(-1)?.push(node);
  }
  return parts.map((part, index) => ({
    name: parts.length === 1 ? 'text.xhtml' : `text${index + 1}.xhtml`,
    content: part,
  }));
}

/** Returns the files of a book: its chapters, and the footnotes of several ones. */
function pagesOf(
  chapters: readonly BookChapter[],
  names: ReadonlyMap<string, string>,
): { name: string; body: string }[] {
  const order = [...names.keys()];
  const { parts, notes } = htmlPartsOf(
    chapters.map(({ content }) => placed({ type: 'doc', content: [...content] }, order)),
  );
  // An attribute with these signs is never text: its quotation marks would be escaped.
  const noted = (html: string): string =>
    chapters.length === 1 ? html : html.replaceAll(' href="#note', ' href="notes.xhtml#note');
  const bodies = numbered(parts.map((html) => inBook(noted(html))));
  if (chapters.length === 1) bodies[0] += notes;
  const pages = chapters.map(({ name }, index) => ({ name, body: bodies[index] ?? '' }));
  if (chapters.length > 1 && notes !== '') pages.push({ name: 'notes.xhtml', body: notes });
  const isDirected = pages.some(({ body }) => withDirections(body) !== body);
  return pages.map(({ name, body }) => ({
    name,
    body: (isDirected ? withDirections(body) : body).replace(
      /src="https:\/\/picture\.invalid\/(\d+)"/g,
      (_, index: string) => `src="${names.get(order[Number(index)] ?? '') ?? ''}"`,
    ),
  }));
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
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.2em 0 .5em}p{margin:0 0 .7em}li p{margin:0 0 .3em}
img{max-width:100%;height:auto}figure{margin:1em 0}figcaption{font-style:italic;font-size:.9em}
pre{white-space:pre-wrap;background:#f3f3f3;color:#222;padding:.7em}code{font-family:monospace;font-size:.9em}
table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #888;padding:.3em .5em;vertical-align:top;text-align:start}
th{background:#eee;color:#222}.left{text-align:left}.center{text-align:center}.right{text-align:right}
blockquote{margin:1em 0;padding:0 1em;border-inline-start:3px solid #888}aside{margin:1em 0;padding:.5em 1em;border:1px solid #888}
`;

/** Adds ids to headings, as targets for the table of contents. */
function numbered(bodies: readonly string[]): string[] {
  let count = 0;
  return bodies.map((html) =>
    html.replace(
      /<(h[1-6])(?: id="[^"]*")?>/g,
      (_, tag: string) => `<${tag} id="h${(count += 1)}">`,
    ),
  );
}

function headingsOf(node: NodeJson): { level: number; text: string }[] {
  if (node.type === 'heading')
    return [{ level: headingOf(node).level, text: xmlText(headingText(node)).trim() }];
  return (node.content ?? []).flatMap(headingsOf);
}

function navigation(chapters: readonly BookChapter[], title: string): string {
  let count = 0;
  const headings = chapters
    .flatMap(({ name, content }) =>
      content.flatMap(headingsOf).map((heading) => ({
        ...heading,
        target: `${name}#h${(count += 1)}`,
      })),
    )
    .filter(({ text }) => text !== '');
  const shown =
    headings.length > 0
      ? headings
      : [{ level: 1, text: title, target: chapters[0]?.name ?? 'text.xhtml' }];
  const depths = depthsOf(shown.map(({ level }) => level));
  const list = nestedList(
    shown.map(({ text, target }, at) => ({
      depth: depths[at] ?? 0,
      html: `<a href="${target}">${escapeHtml(text)}</a>`,
    })),
  );
  return `<nav epub:type="toc"><h1>${escapeHtml(title)}</h1>${list}</nav>`;
}

function page(title: string, { code, direction }: Language, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${code}" xml:lang="${code}" dir="${direction}"><head><title>${escapeHtml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head><body>${body}</body></html>`;
}

function contentOf(
  title: string,
  facts: BookFacts & { language: Language; pages: readonly string[] },
  pictures: ReadonlyMap<string, PictureFacts>,
  names: ReadonlyMap<string, string>,
): string {
  const texts = facts.pages.map(
    (name, index) => `<item id="t${index + 1}" href="${name}" media-type="application/xhtml+xml"/>`,
  );
  const spine = facts.pages.map((_, index) => `<itemref idref="t${index + 1}"/>`);
  const items = [...names].map(
    ([src, name], index) =>
      `<item id="p${index + 1}" href="${name}" media-type="${pictures.get(src)?.type ?? ''}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${escapeHtml(facts.id)}</dc:identifier><dc:title>${escapeHtml(title)}</dc:title><dc:language>${facts.language.code}</dc:language><meta property="dcterms:modified">${facts.modified.toISOString().slice(0, 19)}Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${texts.join('')}<item id="style" href="style.css" media-type="text/css"/>${items.join('')}</manifest><spine page-progression-direction="${facts.language.direction}">${spine.join('')}</spine></package>`;
}
