import { escapeHtml, htmlOf, languageOf, withDirections, type NodeJson } from '@longhand/document';

const style = `:root{color-scheme:light dark}body{font:18px/1.6 Georgia,serif;max-width:42rem;margin:0 auto;padding:3rem 1.25rem}
h1,h2,h3,h4{line-height:1.25}img{max-width:100%;height:auto}pre{overflow:auto;padding:1rem;border:1px solid;border-radius:4px}
table{border-collapse:collapse}th,td{border:1px solid;padding:.3rem .6rem;text-align:start;vertical-align:top}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid}`;

/** Returns the bytes of a picture in parts. */
type ReadPicture = (src: string) => AsyncIterable<Uint8Array>;

const text = (said: string): Uint8Array => new TextEncoder().encode(said);

/**
 * Yields a document as a self-contained page in parts: with embedded pictures, without scripts and
 * external resources.
 *
 * @param pictures the media types of the available pictures by source. `read` reads one. `files`:
 *   addresses of attached files beside the page, by source.
 */
export async function* pageOf({
  title,
  content,
  pictures,
  files,
  read,
}: {
  title: string;
  content: NodeJson;
  pictures: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  read: ReadPicture;
}): AsyncGenerator<Uint8Array> {
  const { code, direction } = languageOf(content);
  const name = escapeHtml(title);
  yield text(`<!doctype html>
<html lang="${code}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><style>${style}</style></head>
<body><main>
`);
  const shown = new Map([...pictures].map(([src, type]) => [escapeHtml(src), { src, type }]));
  // Quotation marks in text are escaped, so only attributes match. Every second part is a source.
  for (const [at, part] of withFiles(withDirections(htmlOf(content)), files)
    .split(/(?<= src=")([^"]*)(?=")/)
    .entries()) {
    const picture = at % 2 === 1 ? shown.get(part) : undefined;
    if (picture === undefined) {
      yield text(part);
      continue;
    }
    yield text(`data:${picture.type};base64,`);
    yield* inBase64(read(picture.src));
  }
  yield text('\n</main></body></html>\n');
}

const withFiles = (html: string, files: ReadonlyMap<string, string>): string =>
  html.replace(
    /(<div data-type="attachment"[^<>]*><a href=")([^"]*)/g,
    (_, before: string, src: string) => before + escapeHtml(files.get(src) ?? src),
  );

async function* inBase64(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const part of parts) {
    const bytes = Buffer.concat([rest, part]);
    // Base64 encodes three bytes as four characters.
    const whole = bytes.length - (bytes.length % 3);
    yield text(bytes.toString('base64', 0, whole));
    rest = bytes.subarray(whole);
  }
  yield text(Buffer.from(rest).toString('base64'));
}
