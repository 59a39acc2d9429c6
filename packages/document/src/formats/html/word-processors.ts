import { withNestedLists } from './google-lists.ts';
import { withWordNotes } from './word-notes.ts';

/**
 * Maximum length of clipboard content that is preprocessed (characters): for more, it would take
 * too long.
 */
const longest = 4_000_000;

/**
 * Rewrites clipboard HTML of word processors so that elements express what their styles mean.
 * Word's lists are paragraphs with a margin and a marker text; Google's tasks are list items with a
 * role. Other HTML is returned unchanged. Sources: output of both programs; CSS properties `mso-*`.
 * `lost` gets sentences about content that cannot be converted.
 */
export function inElements(html: string, lost: Set<string>): string {
  if (html.length > longest) return html;
  const isWord = /\bmso-|class="?Mso/i.test(html);
  const isGoogle = html.includes('docs-internal-guid-');
  if (isWord) return fromWord(withWordNotes(html, lost));
  return isGoogle ? fromGoogle(html) : withNestedLists(html);
}

function fromGoogle(html: string): string {
  return html
    .replace(/(<\/(?:p|h[1-6]|ul|ol|table|div)>\s*)(?:<br[^<>]*>\s*)+/gi, '$1')
    .replace(/<ul\b([^<>]*)>(\s*)<li\b([^<>]*)/gi, (list, about, between, item) =>
      /\brole="checkbox"/i.test(item)
        ? `<ul data-type="taskList"${about}>${between}<li${item}`
        : list,
    )
    .replace(/<li\b([^<>]*)/gi, (item, about) => {
      const checked = /\baria-checked="(true|false)"/i.exec(about)?.[1];
      const isTask = checked !== undefined && /\brole="checkbox"/i.test(about);
      return isTask ? `<li data-type="taskItem" data-checked="${checked}"${about}` : item;
    });
}

const paragraphStart = /<p\b([^<>]*)>/gi;

/** A Word paragraph: its attributes, its content, and its position. */
type Paragraph = {
  readonly about: string;
  readonly content: string;
  readonly from: number;
  readonly to: number;
};

/**
 * Yields the paragraphs of `html`, each up to the first end tag after its start. Stops at one
 * without an end tag.
 */
function* paragraphsOf(html: string): Generator<Paragraph> {
  let reached = 0;
  for (const { 0: start, 1: about = '', index: from } of html.matchAll(paragraphStart)) {
    if (from < reached) continue;
    const end = placeOf(/<\/p>/gi, html, from);
    if (end < 0) return;
    reached = end + '</p>'.length;
    yield { about, content: html.slice(from + start.length, end), from, to: reached };
  }
}

/**
 * Number of characters of a paragraph, and of its attributes, that are searched for the marker and
 * level of an item.
 */
const signWithin = 1_000;

/** Returns the list level of a paragraph from its attributes; 0 for none. */
function levelOf(about: string): number {
  const list = /mso-list:([^;"']*)/i.exec(about.slice(0, signWithin))?.[1] ?? '';
  return Number(/\slevel(\d)/i.exec(list)?.[1] ?? 0);
}

/**
 * Splits the start of an item into its marker and the rest. Word writes the marker for programs
 * that do not know its lists.
 */
function takeSign(beginning: string): { sign: string; rest: string } {
  const conditional = placeOf(/<!\[if !supportLists\]>/gi, beginning, 0);
  const marked =
    [...beginning.matchAll(/<span[^<>]*>/gi)].find(([tag]) => /mso-list:\s*Ignore/i.test(tag))
      ?.index ?? -1;
  const from = conditional < 0 ? marked : conditional;
  const end = conditional < 0 ? /<\/span>\s*(?:<\/span>)?/gi : /<!\[endif\]>/gi;
  const to = from < 0 ? -1 : placeOf(end, beginning, from);
  if (to < 0) return { sign: '', rest: beginning };
  const sign = beginning.slice(beginning.indexOf('>', from) + 1, to);
  return { sign, rest: beginning.slice(0, from) + beginning.slice(end.lastIndex) };
}

function fromWord(html: string): string {
  let open: ('ul' | 'ol')[] = [];
  let end = 0;
  let made = '';
  const close = (depth: number): void => {
    for (const name of open.slice(depth).toReversed()) made += `</li></${name}>`;
    open = open.slice(0, depth);
  };
  const clean = withoutComments(html);
  for (const { about, content, from, to } of paragraphsOf(clean)) {
    const between = clean.slice(end, from);
    const level = levelOf(about);
    // Content between two items, other than line breaks, belongs to neither.
    if (level === 0 || /<\w/.test(between)) close(0);
    made += between;
    end = to;
    if (level === 0) made += outsideLists(about, content);
    else {
      const { sign, rest } = takeSign(content.slice(0, signWithin));
      const kind = isNumber(sign) ? 'ol' : 'ul';
      if (open.length > level || (open.length === level && open[level - 1] !== kind))
        close(open.length > level ? level : level - 1);
      if (open.length === level) made += '</li><li>';
      else
        for (; open.length < level; open.push(kind))
          made += `${kind === 'ol' ? numberedList(sign) : '<ul>'}<li>`;
      made += rest + content.slice(signWithin);
    }
  }
  close(0);
  return made + clean.slice(end);
}

/** Converts titles to headings, and drops empty paragraphs, which only add space. */
function outsideLists(about: string, content: string): string {
  const isEmpty =
    content.replace(/<[^<>]*>|&nbsp;|\u00A0|\s/gi, '') === '' && !/<img|<v:/i.test(content);
  if (isEmpty) return '';
  return /class="?MsoTitle/i.test(about) ? `<h1>${content}</h1>` : `<p${about}>${content}</p>`;
}

/** Returns the number in the marker of an item; empty for markers of other lists. */
const numberIn = (sign: string): string =>
  /^(\d{1,9}|[a-z]|[ivxlc]{1,12})[.)]/i.exec(sign.replace(/<[^<>]*>|&nbsp;|\s/gi, ''))?.[1] ?? '';

const isNumber = (sign: string): boolean => numberIn(sign) !== '';

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/**
 * Returns the start tag of a list that begins with the number of its first item: a list divided by
 * a paragraph continues after it.
 */
function numberedList(sign: string): string {
  const number = numberIn(sign);
  const [lower, isUpper] = [number.toLowerCase(), number !== number.toLowerCase()];
  let [start, type] = [Number(number), '1'];
  // A list rarely begins with the letter i; more often it is the Roman number.
  if (/^(?:i|[ivxlc]{2,})$/.test(lower)) {
    const digits = [...lower].map((digit) => romanDigits[digit] ?? 0);
    start = digits.reduce(
      (sum, digit, i) => (digit < (digits[i + 1] ?? 0) ? sum - digit : sum + digit),
      0,
    );
    type = 'i';
  } else if (/^[a-z]$/.test(lower)) [start, type] = [lower.charCodeAt(0) - 96, 'a'];
  return `<ol${start === 1 ? '' : ` start="${start}"`}${type === '1' ? '' : ` type="${isUpper ? type.toUpperCase() : type}"`}>`;
}

/** Returns the index of the first match of `sign` (flag `g`) in `html` from an offset on, or −1. */
function placeOf(sign: RegExp, html: string, from: number): number {
  sign.lastIndex = from;
  return sign.exec(html)?.index ?? -1;
}

/** Returns `html` without the parts from each `start` to the first `end` after it. */
function withoutBetween(html: string, start: RegExp, end: RegExp): string {
  let [kept, at] = ['', 0];
  for (let from = placeOf(start, html, 0); from >= 0; from = placeOf(start, html, at)) {
    const to = placeOf(end, html, from);
    if (to < 0) break;
    kept += html.slice(at, from);
    at = end.lastIndex;
  }
  return kept + html.slice(at);
}

/** Removes conditional comments, which contain settings and pictures for Word itself. */
function withoutComments(html: string): string {
  return withoutBetween(html, /<!--\[if/gi, /<!\[endif\]-->/gi).replace(/<\/?o:p>/gi, '');
}

/** True if a line separates the head and the rows of a table: `| --- | :-: |`. */
function isTableRule(line: string): boolean {
  const cells = line.trim().replace(/^\|/, '').split('|');
  return cells.length > 1 && /^:?-{3,}:?$/.test(cells[0]?.trim() ?? '');
}

/** True if plain text was written as Markdown: it has block syntax, a link, or fences. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  const count = (sign: RegExp): number => lines.filter((line) => sign.test(line)).length;
  if (count(/^#{1,6} \S/) > 0 || count(/^ {0,3}(?:```|~~~|\$\$)/) >= 2) return true;
  if (lines.some(isTableRule) || count(/^\s*[-*+] \[[ xX]\] /) > 0) return true;
  if (count(/^\s*(?:[-*+]|\d{1,3}[.)]) \S/) >= 2 || count(/^> \S/) > 0) return true;
  return /\[[^[\]\n]+\]\((?:https?|mailto):[^)[\s]+\)|(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?![\w*])/.test(
    text,
  );
}
