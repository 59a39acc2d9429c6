import { directionOf, type Language } from '@longhand/contract';

/** Content of a mail: paragraphs, an optional link, an optional quotation, final paragraphs. */
export type Body = {
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** A visitor's text, unchanged and separated from our own. */
  readonly quote?: string;
  readonly after?: readonly string[];
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for any place in HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/**
 * Renders a mail as plain text. Quoted lines begin with `> `, so that they are not mistaken for our
 * own text.
 */
export function renderText({ paragraphs, link, quote, after = [] }: Body): string {
  const quoted = quote?.replaceAll(/\r\n?/g, '\n').replaceAll(/^/gm, '> ');
  const parts = [
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(quoted ? [quoted] : []),
    ...after,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Renders a mail as HTML, without pictures, style sheets or read tracking. */
export function renderHtml(
  { paragraphs, link, quote, after = [] }: Body,
  language: Language,
): string {
  const p = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const parts = [
    ...paragraphs.map(p),
    ...(link
      ? [
          `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p><p dir="ltr">${escapeHtml(link.url)}</p>`,
        ]
      : []),
    ...(quote
      ? [`<blockquote dir="auto" style="white-space: pre-wrap">${escapeHtml(quote)}</blockquote>`]
      : []),
    ...after.map(p),
  ];
  const root = `<html lang="${language}" dir="${directionOf(language)}">`;
  return `<!doctype html>${root}<body>${parts.join('\n')}</body></html>\n`;
}
