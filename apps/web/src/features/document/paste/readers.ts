import { jsonOfHtml, jsonOfMarkdown, looksLikeMarkdown, type NodeJson } from '@longhand/document';

/** The document that a clipboard holds; null for a text that is no more than that. Apart, because what reads it is fetched when it is needed. */
export function jsonOfClipboard(kind: 'html' | 'text', text: string): NodeJson | null {
  if (kind === 'html') return jsonOfHtml(text);
  return looksLikeMarkdown(text) ? jsonOfMarkdown(text) : null;
}
