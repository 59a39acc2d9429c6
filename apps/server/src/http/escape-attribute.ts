const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Escapes text for a quoted attribute of HTML. */
export function escapeAttribute(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => signs[sign] ?? '');
}
