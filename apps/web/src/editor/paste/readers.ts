import {
  jsonOfHtml,
  jsonOfMarkdown,
  looksLikeMarkdown,
  stylingLeftOut,
  type NodeJson,
} from '@longhand/document';

/**
 * Parses clipboard content into a document; null for plain text. `lost` gets sentences about
 * content that a document cannot contain, but not about styling. In a separate module, because the
 * parsers are loaded on demand.
 */
export function jsonOfClipboard(
  kind: 'html' | 'text',
  text: string,
  lost: Set<string>,
): NodeJson | null {
  if (kind === 'html') {
    const all = new Set<string>();
    const json = jsonOfHtml(text, all);
    for (const sentence of all) if (!stylingLeftOut.has(sentence)) lost.add(sentence);
    return json;
  }
  return looksLikeMarkdown(text) ? jsonOfMarkdown(text, lost) : null;
}
