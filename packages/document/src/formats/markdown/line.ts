import type { MarkJson, NodeJson } from '../../schema/json.ts';
import { inlineLeaves, leafText } from '../../schema/leaves.ts';
import { isSafeLink } from '../../schema/link.ts';
import { plainMarks } from '../../schema/schema.ts';

/** Context of a line, which determines its allowed content. */
export type LinePlace = 'paragraph' | 'heading' | 'cell';

/** A piece of a line: text to escape, raw Markdown, or the start or end of a format. */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'raw'; raw: string }
  | { kind: 'open' | 'close'; mark: MarkJson };

const formats: ReadonlySet<string> = new Set([
  'bold',
  'italic',
  'strike',
  'link',
  'underline',
  'superscript',
  'subscript',
]);

/** Formats without Markdown syntax, as HTML elements, which Markdown allows. */
const elements: Readonly<Record<string, string>> = {
  underline: 'u',
  superscript: 'sup',
  subscript: 'sub',
};

/**
 * Converts the content of a text block to a line of Markdown. Spaces at the edges of the block and
 * next to line breaks are removed. Spaces at the edges of a format are moved out of it. Markdown
 * allows neither. Source: CommonMark 0.31.2, 6.2 and 6.7.
 */
export function markdownLine(content: readonly NodeJson[], place: LinePlace): string {
  const nodes =
    place === 'paragraph'
      ? content
      : content.map((node) => (node.type === 'hardBreak' ? { type: 'text', text: ' ' } : node));
  const pieces = nest(trimmed(nodes.flatMap(runsOf)));
  const line = joined(pieces);
  const lines = line
    .split('\n')
    .map((each, index) => (place === 'cell' ? each : escapeStart(each, index)));
  if (place === 'heading') return lines.join('\n').replace(/(^|\s)(#+)$/, '$1\\$2');
  return place === 'cell' ? lines.join(' ').replaceAll('|', '\\|') : lines.join('\n');
}

/** Text with one set of formats; a line break is a separate run without formats. */
type Run = { text: string; marks: MarkJson[]; isBreak: boolean; isRaw?: true; isCode?: true };

function runsOf(node: NodeJson): Run[] {
  if (node.type === 'hardBreak') return [{ text: '\n', marks: [], isBreak: true }];
  if (node.type === 'inlineFormula' || node.type === 'footnote') return signOf(node);
  if (inlineLeaves.has(node.type))
    return runsOf({ type: 'text', text: leafText(node.type, node.attrs ?? {}) });
  if (node.text === undefined) return (node.content ?? []).flatMap(runsOf);
  const marks = plainMarks(node.marks);
  const text = node.text.replace(/[\r\n\0]+/g, ' ');
  const kept = marks.filter(
    (mark) => formats.has(mark.type) && (mark.type !== 'link' || isSafeLink(mark.attrs?.['href'])),
  );
  if (marks.some((mark) => mark.type === 'code'))
    return [
      { text, marks: kept.filter(({ type }) => type === 'link'), isBreak: false, isCode: true },
    ];
  // White space at the edges has no format: delimiters next to it would be plain asterisks.
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return [
    { text: text.slice(0, start), marks: [], isBreak: false },
    { text: text.slice(start, end), marks: kept, isBreak: false },
    { text: text.slice(end), marks: [], isBreak: false },
  ].filter((run) => run.text !== '');
}

/** Converts inline leaves with their own syntax: `$x$`, `[^1]`. They have no format. */
function signOf({ type, attrs = {} }: NodeJson): Run[] {
  const source = withoutLast(leafText(type, attrs).trim(), '\\');
  const text =
    type === 'footnote'
      ? `[^${String(attrs['number'])}]`
      : `$${source.replace(/(?<!\\)\$/g, '\\$')}$`;
  return source === '' ? [] : [{ text, marks: [], isBreak: false, isRaw: true }];
}

/** Returns `text` without trailing repetitions of `sign`. */
function withoutLast(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end -= 1;
  return text.slice(0, end);
}

/** True if a run is written without escaping. */
const isCode = (run: Run | undefined): boolean => run?.isRaw === true || run?.isCode === true;

function trimmed(runs: Run[]): Run[] {
  const kept: Run[] = [];
  for (const run of runs) {
    const isAtStart = kept.length === 0 || kept.at(-1)?.isBreak === true;
    const text = isAtStart && !run.isBreak && !isCode(run) ? run.text.trimStart() : run.text;
    if (run.isBreak) trimLast(kept);
    if (text !== '') kept.push({ ...run, text });
  }
  trimLast(kept);
  while (kept.at(-1)?.isBreak) {
    kept.pop();
    trimLast(kept);
  }
  return spacesBetween(kept);
}

function trimLast(runs: Run[]): void {
  for (let last = runs.at(-1); last && !last.isBreak && !isCode(last); last = runs.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') return;
    runs.pop();
  }
}

/**
 * Gives white space between two runs the formats that both have, so that these need not end and
 * begin again.
 */
function spacesBetween(runs: Run[]): Run[] {
  const isSpace = (run: Run): boolean => run.text.trim() === '' && !run.isBreak && !isCode(run);
  const kept = [...runs];
  let next: readonly MarkJson[] = [];
  const after = runs
    .toReversed()
    .map((run) => (isSpace(run) ? next : (next = run.marks)))
    .reverse();
  let before: readonly MarkJson[] = [];
  for (const [index, run] of runs.entries()) {
    if (!isSpace(run)) before = run.marks;
    else {
      const shared = new Set((after[index] ?? []).map((mark) => JSON.stringify(mark)));
      kept[index] = { ...run, marks: before.filter((mark) => shared.has(JSON.stringify(mark))) };
    }
  }
  return kept;
}

/** Opens and closes formats so that they nest, with the longest outside. */
function nest(runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = [];
  let open: { mark: MarkJson; key: string }[] = [];
  const ends = endsOf(runs);
  const closeTo = (depth: number): void => {
    for (const { mark } of open.slice(depth).toReversed()) pieces.push({ kind: 'close', mark });
    open = open.slice(0, depth);
  };
  for (const [index, run] of runs.entries()) {
    const code = isCode(run);
    const wanted = run.isRaw ? [] : (ends[index] ?? []);
    const keep = open.findIndex(({ key }) => !wanted.some((each) => each.key === key));
    closeTo(keep < 0 ? open.length : keep);
    // A format does not begin at a space.
    const begins = run.text.trim() === '' && !code ? [] : wanted;
    const missing = begins
      .filter(({ key }) => !open.some((each) => each.key === key))
      .toSorted((a, b) => b.end - a.end);
    for (const { mark, key } of missing) {
      pieces.push({ kind: 'open', mark });
      open.push({ mark, key });
    }
    if (run.isBreak) pieces.push({ kind: 'raw', raw: '\\\n' });
    else
      pieces.push(
        code
          ? { kind: 'raw', raw: run.isRaw ? run.text : codeOf(run) }
          : { kind: 'text', text: run.text },
      );
  }
  closeTo(0);
  return pieces;
}

/** Returns the formats of each run, and the run at which each of them ends. */
function endsOf(runs: readonly Run[]): { mark: MarkJson; key: string; end: number }[][] {
  let following = new Map<string, number>();
  return runs
    .map((run, index) => ({ run, index }))
    .toReversed()
    .map(({ run, index }) => {
      const wanted = run.marks.map((mark) => {
        const key = JSON.stringify(mark);
        return { mark, key, end: following.get(key) ?? index + 1 };
      });
      following = new Map(wanted.map(({ key, end }) => [key, end]));
      return wanted;
    })
    .toReversed();
}

/**
 * Writes code. In a link, `]:` would make the line a link reference definition, which is not shown.
 * Code cannot be escaped, so that it is written as an element there.
 */
function codeOf({ text, marks }: Run): string {
  if (marks.length === 0 || !text.includes(']:')) return codeSpan(text);
  return `<code>${text.replace(/[^\p{L}\p{N}]/gu, numbered)}</code>`;
}

function codeSpan(text: string): string {
  if (text === '') return '';
  let longest = 0;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = '`'.repeat(longest + 1);
  const needsSpace = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '');
  const inner = needsSpace ? ` ${text} ` : text;
  return `${fence}${inner}${fence}`;
}

/**
 * Joins the pieces. A character that would prevent the delimiter beside it from being one is
 * written as an entity, `&#97;`: next to punctuation every delimiter counts. Source: CommonMark
 * 0.31.2, 6.2, left- and right-flanking.
 */
function joined(pieces: readonly Piece[]): string {
  const signs = signsOf(pieces);
  const hidden = hiddenLasts(pieces, signs);
  let line = '';
  let hides: Hides = never;
  for (const [index, piece] of pieces.entries()) {
    const sign = signs[index] ?? '';
    if (piece.kind === 'raw')
      line += line.endsWith('$') && piece.raw.startsWith('$') ? ` ${piece.raw}` : piece.raw;
    else if (piece.kind === 'text')
      line += textBetween(piece.text, hides, hidden[index] === true, pieces[index + 1]);
    else if (elements[piece.mark.type] !== undefined)
      line += `<${piece.kind === 'open' ? '' : '/'}${elements[piece.mark.type]}>`;
    else if (piece.mark.type === 'link') line += piece.kind === 'open' ? '[' : linkEnd(piece.mark);
    else line += sign;
    // An entity ends with punctuation.
    const isAfterEntity = line.endsWith(`;${sign}`);
    const isHard =
      piece.kind === 'close' &&
      sign !== '' &&
      (sign.startsWith('_') || isAfterEntity || !isWord(lastOf(pieces[index - 1])));
    hides = isHard ? isWord : piece.kind === 'raw' && /[$\]]$/.test(piece.raw) ? endsNoSign : never;
  }
  return line;
}

/**
 * Returns the delimiters of all formats. A nested format uses the other character, and so does one
 * that begins where another ends: otherwise both would be read as one.
 */
function signsOf(pieces: readonly Piece[]): string[] {
  const open: string[] = [];
  let closed = '';
  return pieces.map((piece) => {
    const beside = closed;
    closed = '';
    if (
      (piece.kind !== 'open' && piece.kind !== 'close') ||
      piece.mark.type === 'link' ||
      piece.mark.type in elements
    )
      return '';
    if (piece.kind === 'close') return (closed = open.pop() ?? '');
    const near = open.findLast((sign) => sign !== '~~') ?? beside;
    const letter = near.startsWith('*') ? '_' : '*';
    const sign =
      piece.mark.type === 'strike' ? '~~' : letter.repeat(piece.mark.type === 'bold' ? 2 : 1);
    open.push(sign);
    return sign;
  });
}

/** True if a character, as the next one, must be written as an entity. */
type Hides = (letter: string | undefined) => boolean;
const never: Hides = () => false;
/**
 * A formula does not end before a digit, and a footnote before a colon would be a footnote
 * definition.
 */
const endsNoSign: Hides = (letter) => letter !== undefined && /^[\d:]$/.test(letter);

/**
 * Returns for each text whether its last letter is an entity: a delimiter follows that would not
 * begin a format. From the last text to the first, because an entity also hides the letter before
 * the delimiter before it.
 */
function hiddenLasts(pieces: readonly Piece[], signs: readonly string[]): boolean[] {
  const hidden = pieces.map(() => false);
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const [piece, next, inner] = [pieces[index], pieces[index + 1], pieces[index + 2]];
    const sign = signs[index + 1] ?? '';
    if (piece?.kind !== 'text' || next?.kind !== 'open' || sign === '') continue;
    const isEntity = hidden[index + 2] === true && isOneLetter(inner);
    const isHard = sign.startsWith('_') || isEntity || !isWord(firstOf(inner));
    hidden[index] = isHard && isWord(lastOf(piece));
  }
  return hidden;
}

/** Writes a text between delimiters, with its first and last letter as entities where necessary. */
function textBetween(text: string, hides: Hides, hidesLast: boolean, next?: Piece): string {
  const [first, last] = [firstLetter(text), lastLetter(text)];
  const start = hides(first) ? (first?.length ?? 0) : 0;
  const isLastHidden = hidesLast && text.length > start;
  const end = text.length - (isLastHidden ? (last?.length ?? 0) : 0);
  const shown = escapeText(text.slice(start, end), next);
  return `${start > 0 ? numbered(first) : ''}${shown}${isLastHidden ? numbered(last) : ''}`;
}

// A letter has at most two units. A list of all letters of a text takes many times its memory.
const firstLetter = (text: string): string | undefined => [...text.slice(0, 2)][0];
const lastLetter = (text: string): string | undefined => [...text.slice(-2)].at(-1);

const firstOf = (piece: Piece | undefined): string | undefined =>
  piece?.kind === 'text' ? firstLetter(piece.text) : undefined;
const isOneLetter = (piece: Piece | undefined): boolean =>
  piece?.kind === 'text' && piece.text === firstLetter(piece.text);
const lastOf = (piece: Piece | undefined): string | undefined =>
  piece?.kind === 'text' ? lastLetter(piece.text) : undefined;
/**
 * True if Markdown takes a character for neither white space nor punctuation. Separators of lines
 * and paragraphs, and the byte order mark, are white space in JavaScript only.
 */
const isWord = (letter: string | undefined): boolean =>
  letter !== undefined && !/^(?:[^\S\u2028\u2029\uFEFF]|[\p{P}\p{S}])$/u.test(letter);
const numbered = (letter: string | undefined): string => `&#${letter?.codePointAt(0) ?? 0};`;

/** Returns the end of a link: its address and title. */
export function linkEnd(mark: MarkJson): string {
  const href = String(mark.attrs?.['href'] ?? '').replace(/[\s<>\\]/g, encodeURIComponent);
  const address = /[()]/.test(href) ? `<${href}>` : href;
  const title = mark.attrs?.['title'];
  const said = typeof title === 'string' && title !== '' ? ` "${escapeTitle(title)}"` : '';
  return `](${address.replace(/&(?=#|\w+;)/g, '\\&')}${said})`;
}

/** Escapes the title of a link or picture for quotation marks. */
export function escapeTitle(title: string): string {
  return title
    .replace(/\s+/g, ' ')
    .replace(/[\\"]/g, '\\$&')
    .replace(/&(?=#|\w+;)/g, '\\&');
}

/** Escapes all Markdown syntax in a text. */
export function escapeText(text: string, next?: Piece): string {
  const escaped = text
    .replace(/[\\`*[\]<~$]/g, '\\$&')
    .replace(/(https?|mailto):/gi, '$1\\:')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#|\w+;)/g, '\\&');
  return next?.kind === 'open' && next.mark.type === 'link'
    ? escaped.replace(/!$/, '\\!')
    : escaped;
}

/** Escapes the start of a line that would be a heading, a list, a quote, a rule or a table. */
function escapeStart(line: string, index: number): string {
  if (/^(?:[-+*](?:\s|$)|#{1,6}(?:\s|$)|>)/.test(line) || /^[-=:|\s]+$/.test(line))
    return `\\${line}`;
  if (index > 0 && /^[-:|=]/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
