/**
 * Returns text allowed in XML: well-formed, without the control characters that XML forbids.
 * Source: XML 1.0, 2.2.
 */
export function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.toWellFormed().replace(/[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}

/** Escapes text for an attribute or the content of an HTML element. */
export function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
