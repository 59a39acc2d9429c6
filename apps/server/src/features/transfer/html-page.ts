import { escapeHtml, htmlOf, languageOf, withDirections, type NodeJson } from '@longhand/document';
import type { Shown } from './outgoing.ts';

const style = `:root{color-scheme:light dark}body{font:18px/1.6 Georgia,serif;max-width:42rem;margin:0 auto;padding:3rem 1.25rem}
h1,h2,h3,h4{line-height:1.25}img{max-width:100%;height:auto}pre{overflow:auto;padding:1rem;border:1px solid;border-radius:4px}
table{border-collapse:collapse}th,td{border:1px solid;padding:.3rem .6rem;text-align:start;vertical-align:top}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid}`;

/** A document as a page that stands by itself: pictures within it, no script, nothing from elsewhere. */
export function pageOf({ title, content, pictures }: { title: string; content: NodeJson; pictures: readonly Shown[] }): string {
  const whole = pictures.reduce(
    (html, { src, bytes, type }) => {
      const data = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
      return html.replaceAll(`src="${escapeHtml(src)}"`, `src="${data}"`);
    },
    withDirections(htmlOf(content)),
  );
  const { code, direction } = languageOf(content);
  const name = escapeHtml(title === '' ? 'Untitled' : title);
  return `<!doctype html>
<html lang="${code}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><style>${style}</style></head>
<body><main>
${whole}
</main></body></html>
`;
}
