import { withWordNotes } from './word-notes.ts';

/** Longer than this no piece of a clipboard is put in order before it is read: the looking would take longer than anybody waits. */
const longest = 4_000_000;

/**
 * HTML as word processors put it on the clipboard, made such that it says in elements what they say in styles: Word's lists are paragraphs
 * with a margin and a sign of their own, Google's tasks are list items with a role. Other HTML comes back as it is. Sources: what the two
 * write; CSS properties `mso-*`.
 */
export function inElements(html: string): string {
  if (html.length > longest) return html;
  const isWord = /\bmso-|class="?Mso/i.test(html);
  const isGoogle = html.includes('docs-internal-guid-');
  return isWord ? fromWord(withWordNotes(html)) : isGoogle ? fromGoogle(html) : html;
}

function fromGoogle(html: string): string {
  return html
    .replace(/(<\/(?:p|h[1-6]|ul|ol|table|div)>\s*)(?:<br[^<>]*>\s*)+/gi, '$1')
    .replace(/<ul\b([^<>]*)>(\s*)<li\b([^<>]*)/gi, (list, about, between, item) =>
      /\brole="checkbox"/i.test(item) ? `<ul data-type="taskList"${about}>${between}<li${item}` : list,
    )
    .replace(/<li\b([^<>]*)/gi, (item, about) => {
      const checked = /\baria-checked="(true|false)"/i.exec(about)?.[1];
      const isTask = checked !== undefined && /\brole="checkbox"/i.test(about);
      return isTask ? `<li data-type="taskItem" data-checked="${checked}"${about}` : item;
    });
}

const paragraphStart = /<p\b([^<>]*)>/gi;

/** A paragraph of Word: what it says of itself, what is in it, and where it stands. */
type Paragraph = { readonly about: string; readonly content: string; readonly from: number; readonly to: number };

/** The paragraphs of `html`, each up to the first end after its beginning. What has no end any more is none. */
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

/** Characters of a paragraph, and of what it says of itself, in which the sign of an item and its level are looked for. */
const signWithin = 1_000;

/** The depth of the list to which a paragraph belongs by what it says of itself; 0 for none. */
function levelOf(about: string): number {
  const list = /mso-list:([^;"']*)/i.exec(about.slice(0, signWithin))?.[1] ?? '';
  return Number(/\slevel(\d)/i.exec(list)?.[1] ?? 0);
}

/** The beginning of an item without its sign, and the sign: Word writes it for those who do not know its lists. */
function takeSign(beginning: string): { sign: string; rest: string } {
  const conditional = placeOf(/<!\[if !supportLists\]>/gi, beginning, 0);
  const marked = [...beginning.matchAll(/<span[^<>]*>/gi)].find(([tag]) => /mso-list:\s*Ignore/i.test(tag))?.index ?? -1;
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
    // What stands between two items that is more than a line end belongs to neither.
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
      else for (; open.length < level; open.push(kind)) made += `${kind === 'ol' ? numberedList(sign) : '<ul>'}<li>`;
      made += rest + content.slice(signWithin);
    }
  }
  close(0);
  return made + clean.slice(end);
}

/** Titles are headings, and paragraphs with nothing in them only keep others apart. */
function outsideLists(about: string, content: string): string {
  const isEmpty = content.replace(/<[^<>]*>|&nbsp;|\u00A0|\s/gi, '') === '' && !/<img|<v:/i.test(content);
  if (isEmpty) return '';
  return /class="?MsoTitle/i.test(about) ? `<h1>${content}</h1>` : `<p${about}>${content}</p>`;
}

/** The number in the sign of an item; none in signs of other lists. */
const numberIn = (sign: string): string =>
  /^(\d{1,9}|[a-z]|[ivxlc]{1,12})[.)]/i.exec(sign.replace(/<[^<>]*>|&nbsp;|\s/gi, ''))?.[1] ?? '';

const isNumber = (sign: string): boolean => numberIn(sign) !== '';

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The beginning of a list that starts with the number of its first item: a list that a paragraph divides goes on behind it. */
function numberedList(sign: string): string {
  const number = numberIn(sign);
  const [lower, isUpper] = [number.toLowerCase(), number !== number.toLowerCase()];
  let [start, type] = [Number(number), '1'];
  // A list begins with the letter i far less often than with the Roman number.
  if (/^(?:i|[ivxlc]{2,})$/.test(lower)) {
    const digits = [...lower].map((digit) => romanDigits[digit] ?? 0);
    start = digits.reduce((sum, digit, i) => (digit < (digits[i + 1] ?? 0) ? sum - digit : sum + digit), 0);
    type = 'i';
  } else if (/^[a-z]$/.test(lower)) [start, type] = [lower.charCodeAt(0) - 96, 'a'];
  return `<ol${start === 1 ? '' : ` start="${start}"`}${type === '1' ? '' : ` type="${isUpper ? type.toUpperCase() : type}"`}>`;
}

/** Where `sign` (flag `g`) stands in `html` from a place on, or −1. */
function placeOf(sign: RegExp, html: string, from: number): number {
  sign.lastIndex = from;
  return sign.exec(html)?.index ?? -1;
}

/** `html` without what lies from each `start` to the first `end` after it. */
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

/** Conditional comments hold settings and pictures for Word itself. */
function withoutComments(html: string): string {
  return withoutBetween(html, /<!--\[if/gi, /<!\[endif\]-->/gi).replace(/<\/?o:p>/gi, '');
}

/** Whether a line stands between the head and the rows of a table: `| --- | :-: |`. */
function isTableRule(line: string): boolean {
  const cells = line.trim().replace(/^\|/, '').split('|');
  return cells.length > 1 && /^:?-{3,}:?$/.test(cells[0]?.trim() ?? '');
}

/** Whether plain text was written as Markdown: it has a sign that stands for a block, or a link, or fences. */
export function looksLikeMarkdown(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/);
  const count = (sign: RegExp): number => lines.filter((line) => sign.test(line)).length;
  if (count(/^#{1,6} \S/) > 0 || count(/^ {0,3}(?:```|~~~|\$\$)/) >= 2) return true;
  if (lines.some(isTableRule) || count(/^\s*[-*+] \[[ xX]\] /) > 0) return true;
  if (count(/^\s*(?:[-*+]|\d{1,3}[.)]) \S/) >= 2 || count(/^> \S/) > 0) return true;
  return /\[[^[\]\n]+\]\((?:https?|mailto):[^)[\s]+\)|(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?![\w*])/.test(text);
}
