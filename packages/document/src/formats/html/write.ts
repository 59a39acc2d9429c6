import { cleanNodeAttributes } from '../../schema/attributes.ts';
import { isOwnFile, isSafeImage, pictureWidth } from '../../schema/image.ts';
import type { AttributeValue, MarkJson, NodeJson } from '../../schema/json.ts';
import { hasRightToLeft } from '../text/language.ts';
import { leafText } from '../../schema/leaves.ts';
import { isSafeLink } from '../../schema/link.ts';
import { calloutKindOf, calloutLabel, contentsIn, headingOf } from '../manuscript.ts';
import { nestedList } from './nested-list.ts';
import { plainMarks } from '../../schema/schema.ts';
import { parseSuggestionMeta } from '../../suggestions/suggestion-meta.ts';
import { xmlText } from '../xml-text.ts';

/**
 * Converts a document to HTML that is also well-formed XML. It contains plain elements without
 * scripts, styles or handlers, and only safe links and pictures. Unknown nodes are replaced by
 * their content. Nodes may be nested as deep as documents are read.
 */
export function htmlOf(doc: NodeJson): string {
  const { parts, notes } = htmlPartsOf([doc]);
  return `${parts.join('')}${notes}`;
}

/** Converts parts of a document as {@link htmlOf} does, and the footnotes of all of them. */
export function htmlPartsOf(docs: readonly NodeJson[]): { parts: string[]; notes: string } {
  const notes: string[] = [];
  const parts = docs.map((doc) => blocks(doc, notes));
  return { parts, notes: footnotes(notes) };
}

/** Adds automatic direction to blocks in the HTML of a document that has right-to-left text. */
export function withDirections(html: string): string {
  return hasRightToLeft(html)
    ? html.replace(/<(p|h[1-6]|li|td|th|summary|figcaption)(?=[ >])/g, '<$1 dir="auto"')
    : html;
}

/**
 * Escapes text for HTML and XML, for content and quoted attributes. Characters that XML forbids are
 * removed.
 */
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
  ['superscript', 'sup'],
  ['subscript', 'sub'],
]);

/** Texts of the footnotes found so far, in order. */
type Notes = string[];

const blocks = (node: NodeJson, notes: Notes): string =>
  (node.content ?? []).map((child) => htmlOfNode(child, notes)).join('');

function htmlOfNode(node: NodeJson, notes: Notes): string {
  const attrs = soundOf(node);
  const tag = simple.get(node.type);
  if (tag !== undefined) return `<${tag}>${blocks(node, notes)}</${tag}>`;
  switch (node.type) {
    case 'text':
      return withMarks(escapeHtml(node.text ?? ''), plainMarks(node.marks));
    case 'heading':
      return heading(node, notes);
    case 'contents':
      return contents(node, notes);
    case 'codeBlock':
      return `<pre><code${attribute('class', attrs['language'] && `language-${String(attrs['language'])}`)}>${blocks(node, notes)}</code></pre>`;
    case 'orderedList':
      return `<ol${attribute('start', attrs['start'] === 1 ? null : attrs['start'])}${attribute('type', attrs['type'])}>${blocks(node, notes)}</ol>`;
    case 'taskList':
      return `<ul data-type="taskList">${blocks(node, notes)}</ul>`;
    case 'taskItem':
      return task(attrs['checked'] === true, node, notes);
    case 'table':
      return `<table><tbody>${blocks(node, notes)}</tbody></table>`;
    case 'tableCell':
      return cell('td', node, notes);
    case 'tableHeader':
      return cell('th', node, notes);
    case 'callout':
      return callout(node, notes);
    case 'toggle':
      return toggle(node, notes);
    case 'columns':
    case 'column':
      return `<div data-type="${node.type}">${blocks(node, notes)}</div>`;
    case 'image':
      return picture(attrs);
    case 'hardBreak':
      return '<br />';
    case 'horizontalRule':
      return '<hr />';
    default:
      return htmlOfLeaf(node, notes) ?? unknown(node, notes);
  }
}

/** Returns the valid attributes of a node: a foreign client may write anything. */
function soundOf({ type, attrs = {} }: NodeJson): Record<string, AttributeValue> {
  return Object.hasOwn(cleanNodeAttributes, type) ? (cleanNodeAttributes[type]?.(attrs) ?? {}) : {};
}

function heading(node: NodeJson, notes: Notes): string {
  const { level, anchor } = headingOf(node);
  return `<h${level}${attribute('id', anchor)}>${blocks(node, notes)}</h${level}>`;
}

/** Converts the table of contents of a file with several documents. */
function contents(node: NodeJson, notes: Notes): string {
  const { label, entries } = contentsIn(node);
  const list = nestedList(
    entries.map(({ anchor, depth, text }) => ({
      depth,
      html: `<a href="#${anchor}">${escapeHtml(text)}</a>`,
    })),
  );
  return `<nav>${blocks({ type: 'contents', content: label }, notes)}${list}</nav>`;
}

function task(isDone: boolean, node: NodeJson, notes: Notes): string {
  const box = `<input type="checkbox" disabled="disabled"${isDone ? ' checked="checked"' : ''} />`;
  return `<li data-type="taskItem" data-checked="${isDone}">${box}${blocks(node, notes)}</li>`;
}

function cell(tag: 'td' | 'th', node: NodeJson, notes: Notes): string {
  const { colspan, rowspan, align, colwidth } = soundOf(node);
  const columns =
    Array.isArray(colwidth) && colwidth.some((width) => width !== 0) ? colwidth.map(Number) : null;
  // `width` is read by browsers and other programs, and is the sum of several columns.
  const width = columns?.every((each) => each > 0)
    ? columns.reduce((sum, each) => sum + each, 0)
    : null;
  const widths = `${attribute('data-colwidth', columns?.join(',') ?? null)}${attribute('width', width)}`;
  const spans = `${attribute('colspan', colspan === 1 ? null : colspan)}${attribute('rowspan', rowspan === 1 ? null : rowspan)}`;
  return `<${tag}${spans}${attribute('align', align)}${widths}>${blocks(node, notes)}</${tag}>`;
}

/** Adds the name of the kind above the text, because nothing else shows it without styles. */
function callout(node: NodeJson, notes: Notes): string {
  const name = escapeHtml(calloutLabel(node));
  const label = `<p data-type="calloutName"><strong>${name}</strong></p>`;
  return `<aside data-type="callout" data-kind="${calloutKindOf(node)}">${label}${blocks(node, notes)}</aside>`;
}

function toggle(node: NodeJson, notes: Notes): string {
  const [first, ...rest] = node.content ?? [];
  const summary =
    first?.type === 'paragraph' ? blocks(first, notes) : first ? htmlOfNode(first, notes) : '';
  return `<details open="open"><summary>${summary}</summary>${blocks({ type: 'toggle', content: rest }, notes)}</details>`;
}

/** Converts an inline or block leaf; null for other nodes. */
function htmlOfLeaf(node: NodeJson, notes: Notes): string | null {
  const { type } = node;
  const attrs = soundOf(node);
  const said = escapeHtml(leafText(type, attrs));
  switch (type) {
    case 'formula':
      return `<div data-type="formula">${said}</div>`;
    case 'inlineFormula':
      return `<span data-type="inlineFormula">${said}</span>`;
    case 'mention':
      return `<span data-type="mention"${attribute('data-of', attrs['of'])}${attribute('data-id', attrs['id'])}${attribute('data-name', attrs['name'])}>${said}</span>`;
    case 'day':
      return `<time data-type="day" datetime="${said}">${said}</time>`;
    case 'footnote':
      return footnote(String(attrs['text'] ?? ''), notes);
    case 'attachment': {
      const link = isOwnFile(attrs['src'])
        ? `<a href="${escapeHtml(attrs['src'])}">${said}</a>`
        : said;
      return `<div data-type="attachment"${attribute('data-size', attrs['size'])}>${link}</div>`;
    }
    default:
      return null;
  }
}

function footnote(text: string, notes: Notes): string {
  const number = notes.push(text);
  return `<sup data-type="footnote" data-text="${escapeHtml(text)}" id="noteref${number}"><a href="#note${number}">${number}</a></sup>`;
}

function footnotes(notes: readonly string[]): string {
  if (notes.length === 0) return '';
  const items = notes.map((text, index) => `<li id="note${index + 1}">${withLinks(text)}</li>`);
  return `<section data-type="footnotes"><hr /><ol>${items.join('')}</ol></section>`;
}

/**
 * Matches web addresses in a text, without trailing characters that more likely end the sentence.
 */
const address = /https?:\/\/(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9a-f]{2})*[\w\-~/=&]/gi;

/** Escapes a text and converts its addresses to links. */
function withLinks(text: string): string {
  let [html, at] = ['', 0];
  for (const { 0: href, index } of text.matchAll(address)) {
    if (!isSafeLink(href)) continue;
    html += `${escapeHtml(text.slice(at, index))}<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${escapeHtml(href)}</a>`;
    at = index + href.length;
  }
  return html + escapeHtml(text.slice(at));
}

function picture(attrs: Readonly<Record<string, AttributeValue>>): string {
  const { src, alt, title } = attrs;
  if (!isSafeImage(src))
    return typeof alt === 'string' && alt !== '' ? `<p>${escapeHtml(alt)}</p>` : '';
  const { href } = attrs;
  const shown = `<img src="${escapeHtml(src)}" alt="${escapeHtml(String(alt ?? ''))}"${attribute('width', pictureWidth(attrs['width']))} />`;
  const image = isSafeLink(href)
    ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${shown}</a>`
    : shown;
  if (typeof title !== 'string' || title === '') return image;
  return `<figure>${image}<figcaption>${escapeHtml(title)}</figcaption></figure>`;
}

function unknown(node: NodeJson, notes: Notes): string {
  const isLine = (node.content ?? []).some((child) => child.type === 'text');
  return isLine ? `<p>${blocks(node, notes)}</p>` : blocks(node, notes);
}

function attribute(name: string, value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? ` ${name}="${escapeHtml(String(value))}"`
    : '';
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

/**
 * Returns the HTML element of a suggested insertion or deletion, which carries the time. The author
 * is not included, because not every reader may see it.
 */
function suggestedTag({ type, attrs }: MarkJson): 'ins' | 'del' | null {
  const meta = type === 'insertion' || type === 'deletion' ? parseSuggestionMeta(attrs) : null;
  // Outside this range a date has no string form. Source: ECMAScript, time values.
  if (meta === null || Math.abs(meta.at) > 8.64e15) return null;
  return type === 'insertion' ? 'ins' : 'del';
}
