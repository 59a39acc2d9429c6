import { isSafeImage } from './image.ts';
import type { AttributeValue, MarkJson, NodeJson } from './json.ts';
import { isSafeLink } from './link.ts';
import { plainMarks } from './schema.ts';
import { stampOf } from './suggestions/stamp.ts';
import { xmlText } from './xml-text.ts';

/**
 * A document as a piece of HTML that is well-formed XML too: plain elements, no scripts, styles or handlers possible, links and
 * pictures only where they are safe. What is not known keeps its text. Nodes may nest as deep as reading a document lets them.
 */
export function htmlOf(doc: NodeJson): string {
  return blocks(doc);
}

/** Text for HTML and XML, in content and between quotation marks. Characters that XML forbids are left out. */
export function escapeHtml(text: string): string {
  return xmlText(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Maps, not objects: the names come from clients, and `constructor` is a name too. */
const simple: ReadonlyMap<string, string> = new Map([
  ['paragraph', 'p'],
  ['blockquote', 'blockquote'],
  ['bulletList', 'ul'],
  ['listItem', 'li'],
  ['tableRow', 'tr'],
]);

const markTags: ReadonlyMap<string, string> = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strike', 's'],
  ['underline', 'u'],
  ['code', 'code'],
]);

const blocks = (node: NodeJson): string => (node.content ?? []).map(htmlOfNode).join('');

function htmlOfNode(node: NodeJson): string {
  const attrs = node.attrs ?? {};
  const tag = simple.get(node.type);
  if (tag !== undefined) return `<${tag}>${blocks(node)}</${tag}>`;
  switch (node.type) {
    case 'text':
      return withMarks(escapeHtml(node.text ?? ''), plainMarks(node.marks));
    case 'heading':
      return heading(Number(attrs['level'] ?? 1), node);
    case 'codeBlock':
      return `<pre><code${attribute('class', attrs['language'] && `language-${String(attrs['language'])}`)}>${blocks(node)}</code></pre>`;
    case 'orderedList':
      return `<ol${attribute('start', attrs['start'] === 1 ? null : attrs['start'])}${attribute('type', attrs['type'])}>${blocks(node)}</ol>`;
    case 'taskList':
      return `<ul data-type="taskList">${blocks(node)}</ul>`;
    case 'taskItem':
      return task(attrs['checked'] === true, node);
    case 'table':
      return `<table><tbody>${blocks(node)}</tbody></table>`;
    case 'tableCell':
      return cell('td', node);
    case 'tableHeader':
      return cell('th', node);
    case 'image':
      return picture(attrs);
    case 'hardBreak':
      return '<br />';
    case 'horizontalRule':
      return '<hr />';
    default:
      return unknown(node);
  }
}

function heading(level: number, node: NodeJson): string {
  const tag = `h${Math.min(Math.max(Math.trunc(level) || 1, 1), 6)}`;
  return `<${tag}>${blocks(node)}</${tag}>`;
}

function task(isDone: boolean, node: NodeJson): string {
  const box = `<input type="checkbox" disabled="disabled"${isDone ? ' checked="checked"' : ''} />`;
  return `<li data-type="taskItem" data-checked="${isDone}">${box}${blocks(node)}</li>`;
}

function cell(tag: 'td' | 'th', node: NodeJson): string {
  const { colspan, rowspan, align } = node.attrs ?? {};
  const spans = `${attribute('colspan', colspan === 1 ? null : colspan)}${attribute('rowspan', rowspan === 1 ? null : rowspan)}`;
  return `<${tag}${spans}${attribute('align', align)}>${blocks(node)}</${tag}>`;
}

function picture({ src, alt, title }: Readonly<Record<string, AttributeValue>>): string {
  if (!isSafeImage(src)) return typeof alt === 'string' && alt !== '' ? `<p>${escapeHtml(alt)}</p>` : '';
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(String(alt ?? ''))}"${attribute('title', title)} />`;
}

function unknown(node: NodeJson): string {
  const isLine = (node.content ?? []).some((child) => child.type === 'text');
  return isLine ? `<p>${blocks(node)}</p>` : blocks(node);
}

function attribute(name: string, value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? ` ${name}="${escapeHtml(String(value))}"` : '';
}

function withMarks(text: string, marks: readonly MarkJson[]): string {
  return marks.reduceRight((inner, mark) => {
    const suggestion = suggestedTag(mark);
    if (suggestion !== null)
      return `<${suggestion} datetime="${new Date(Number(mark.attrs?.['at'])).toISOString()}">${inner}</${suggestion}>`;
    const tag = markTags.get(mark.type);
    if (tag !== undefined) return `<${tag}>${inner}</${tag}>`;
    const href = mark.attrs?.['href'];
    if (mark.type !== 'link' || !isSafeLink(href)) return inner;
    return `<a href="${escapeHtml(href)}"${attribute('title', mark.attrs?.['title'])} rel="noopener noreferrer nofollow">${inner}</a>`;
  }, text);
}

/** Suggested insertions and deletions have elements of their own in HTML, with the time. Who suggested them is not for every reader. */
function suggestedTag({ type, attrs }: MarkJson): 'ins' | 'del' | null {
  const stamp = type === 'insertion' || type === 'deletion' ? stampOf(attrs) : null;
  // Beyond this a date has no name. Source: ECMAScript, time values.
  if (stamp === null || Math.abs(stamp.at) > 8.64e15) return null;
  return type === 'insertion' ? 'ins' : 'del';
}
