import { jsonOfHtml, jsonOfMarkdown, looksLikeMarkdown, type NodeJson } from '@longhand/document';

/**
 * Parses clipboard content into a document; null for plain text. In a separate module, because the
 * parsers are loaded on demand.
 */
export function jsonOfClipboard(kind: 'html' | 'text', text: string): NodeJson | null {
  if (kind === 'html') return jsonOfHtml(text);
  return looksLikeMarkdown(text) ? jsonOfMarkdown(text) : null;
}
