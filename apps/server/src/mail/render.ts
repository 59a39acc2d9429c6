/** What stands in a mail: paragraphs, perhaps one link, perhaps the words of somebody else, a last paragraph. */
export type Body = {
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** What a visitor wrote, as they wrote it, set apart from our own words. */
  readonly quote?: string;
  readonly after?: readonly string[];
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand anywhere in HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** The mail as plain text. Quoted lines begin with `> `, so that nobody's words pass for ours. */
export function renderText({ paragraphs, link, quote, after = [] }: Body): string {
  const quoted = quote?.replaceAll(/\r\n?/g, '\n').replaceAll(/^/gm, '> ');
  const parts = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...(quoted ? [quoted] : []), ...after];
  return `${parts.join('\n\n')}\n`;
}

/** The mail as HTML: no picture, no style sheet, nothing that would tell anybody that it was read. */
export function renderHtml({ paragraphs, link, quote, after = [] }: Body): string {
  const p = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const parts = [
    ...paragraphs.map(p),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p><p>${escapeHtml(link.url)}</p>`] : []),
    ...(quote ? [`<blockquote style="white-space: pre-wrap">${escapeHtml(quote)}</blockquote>`] : []),
    ...after.map(p),
  ];
  return `<!doctype html><html lang="en"><body>${parts.join('\n')}</body></html>\n`;
}
