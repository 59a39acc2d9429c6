import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { kindOfElement } from '../html/elements.ts';
import { notesArePlain } from '../footnotes.ts';
import { calloutKinds } from '../../schema/nodes/blocks.ts';

/** Content of a footnote. `isPlaced`: the text refers to it. */
type Note = { readonly text: string; isPlaced: boolean };

/** Footnotes collected while blocks are parsed: all, and the first of each label. */
type Notes = { readonly all: Note[]; readonly byLabel: Map<string, Note> };
type Markdown = InstanceType<typeof MarkdownIt>;

/** Maximum number of footnotes; further ones stay plain text. */
const mostNotes = 10_000;

/**
 * Adds extensions of CommonMark to a parser: formulas between dollar signs (`$x$`, `$$` on separate
 * lines), footnotes (`[^1]` and `[^1]: text`), and callouts (`> [!NOTE]`). Sources: Pandoc's
 * manual, tex_math_dollars and footnotes; GitHub's alerts. Notes that the text does not refer to
 * become paragraphs at the end, marked as `isHomelessNote`. `lost` gets a sentence about notes of
 * several paragraphs.
 */
export function readExtras(markdown: Markdown, lost: Set<string>): void {
  const notes: Notes = { all: [], byLabel: new Map() };
  markdown.block.ruler.before('fence', 'formula', readFormula, {
    alt: ['paragraph', 'blockquote', 'list'],
  });
  markdown.block.ruler.before('reference', 'note', noteReader(notes, lost), { alt: [] });
  markdown.inline.ruler.after('escape', 'inlineFormula', readInlineFormula);
  markdown.inline.ruler.after('inlineFormula', 'footnote', footnoteReader(notes));
  markdown.inline.ruler.at('html_inline', readElement);
  markdown.core.ruler.after('block', 'callouts', (state) => {
    state.tokens = withCallouts(state.tokens);
  });
  markdown.core.ruler.after('inline', 'homelessNotes', (state) => addHomeless(state, notes));
}

/** Appends the notes that nothing refers to. They can refer to others. */
function addHomeless(state: Core, notes: Notes): void {
  for (const { text, isPlaced } of notes.all) {
    if (isPlaced || text === '') continue;
    const paragraph = new state.Token('paragraph_open', 'p', 1);
    paragraph.meta = { isHomelessNote: true };
    const line = new state.Token('inline', '', 0);
    line.content = text;
    line.children = [];
    state.md.inline.parse(text, state.md, state.env, line.children);
    state.tokens.push(paragraph, line, new state.Token('paragraph_close', 'p', -1));
  }
}

type BlockRule = Parameters<Markdown['block']['ruler']['push']>[1];
type InlineRule = Parameters<Markdown['inline']['ruler']['push']>[1];
type Block = Parameters<BlockRule>[0];
type Core = Parameters<Parameters<Markdown['core']['ruler']['push']>[1]>[0];

const lineAt = (state: Block, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

const readFormula: BlockRule = (state, startLine, endLine, silent) => {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = lineAt(state, startLine);
  if (!first.startsWith('$$')) return false;
  const single = /^\$\$(.+)\$\$\s*$/.exec(first)?.[1];
  let [next, source] = [startLine + 1, single ?? ''];
  if (single === undefined) {
    if (first.trim() !== '$$') return false;
    const lines: string[] = [];
    let isClosed = false;
    for (; next < endLine && !isClosed; next += 1) {
      if ((state.sCount[next] ?? 0) < state.blkIndent) return false;
      const line = lineAt(state, next);
      if (line.trim() === '$$') isClosed = true;
      else lines.push(line);
    }
    if (!isClosed) return false;
    source = lines.join('\n');
  }
  if (source.trim() === '') return false;
  if (silent) return true;
  const token = state.push('formula', '', 0);
  token.content = source;
  token.map = [startLine, next];
  state.line = next;
  return true;
};

/** A line that begins a list item. */
const listItem = /^(?:[-*+]|\d{1,9}[.)])\s/;

function noteReader(notes: Notes, lost: Set<string>): BlockRule {
  return (state, startLine, endLine, silent) => {
    if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || state.level > 0) return false;
    const found = /^\[\^([^\s[\]]{1,64})\]:/.exec(lineAt(state, startLine));
    if (!found || notes.all.length >= mostNotes) return false;
    if (silent) return true;
    let next = startLine + 1;
    const lines = [lineAt(state, startLine).slice(found[0].length).trimStart()];
    // Further paragraphs of a note are indented after an empty line. Source: Pandoc's manual,
    // footnotes.
    for (let end = next; end < endLine; end += 1) {
      if (state.isEmpty(end)) continue;
      if ((state.sCount[end] ?? 0) < (end === next ? 2 : 4)) break;
      const line = lineAt(state, end);
      if (end > next || listItem.test(line)) lost.add(notesArePlain.blocks);
      lines.push(line);
      next = end + 1;
    }
    const label = found[1] ?? '';
    const note = { text: lines.join(' ').trim(), isPlaced: false };
    notes.all.push(note);
    if (!notes.byLabel.has(label)) notes.byLabel.set(label, note);
    state.line = next;
    return true;
  };
}

const readInlineFormula: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  if (src[pos] !== '$' || /[\s$]/.test(src[pos + 1] ?? ' ')) return false;
  let end = pos + 1;
  while (end < posMax && (src[end] !== '$' || src[end - 1] === '\\')) {
    if (src[end] === '\n' && src[end + 1] === '\n') return false;
    end += 1;
  }
  // A dollar sign after a space or before a digit does not close a formula: those are amounts of
  // money.
  if (end >= posMax || /\s/.test(src[end - 1] ?? '') || /[\d$]/.test(src[end + 1] ?? ''))
    return false;
  if (!silent) state.push('inlineFormula', '', 0).content = src.slice(pos + 1, end);
  state.pos = end + 1;
  return true;
};

function footnoteReader(notes: Notes): InlineRule {
  return (state, silent) => {
    if (state.src[state.pos] !== '[' || state.src[state.pos + 1] !== '^') return false;
    const found = /^\[\^([^\s[\]]{1,64})\]/.exec(state.src.slice(state.pos, state.pos + 70));
    const note = notes.byLabel.get(found?.[1] ?? '');
    if (!found || note === undefined || note.text === '') return false;
    if (!silent) {
      note.isPlaced = true;
      state.push('footnote', '', 0).content = note.text;
    }
    state.pos += found[0].length;
    return true;
  };
}

/** Maximum length of a tag (characters). Longer ones are text. */
const longestTag = 4_000;

/**
 * Parses tags of inline elements, and comments. Other names in angle brackets are text, because
 * programmers write types like that.
 */
const readElement: InlineRule = (state, silent) => {
  const { src, pos, posMax } = state;
  if (src[pos] !== '<') return false;
  const end = src.startsWith('<!--', pos) ? commentEnd(state) : src.indexOf('>', pos) + 1;
  if (end <= pos || end > posMax || (src[pos + 1] !== '!' && end - pos > longestTag)) return false;
  const written = src.slice(pos, end);
  const name = /^<\/?([a-z][a-z0-9]*)(?:\s[^<>]*)?\/?>$/i.exec(written)?.[1]?.toLowerCase();
  const kind = name === undefined ? null : kindOfElement(name);
  if (name !== undefined ? kind === null : !written.startsWith('<!--')) return false;
  if (!silent && kind === 'line') state.push('html_inline', '', 0).content = written;
  state.pos = end;
  return true;
};

/** Position per text from which no comment end exists, so that it is not searched again. */
const commentless = new WeakMap<object, number>();

function commentEnd(state: Parameters<InlineRule>[0]): number {
  if (state.pos >= (commentless.get(state) ?? Infinity)) return 0;
  const end = state.src.indexOf('-->', state.pos + 4);
  if (end < 0) commentless.set(state, state.pos);
  return end < 0 ? 0 : end + 3;
}

const calloutSign = new RegExp(String.raw`^\[!(${calloutKinds.join('|')})\][ \t]*(?:\n|$)`, 'i');

/** Converts quotes that begin with a line such as `[!NOTE]` to callouts. */
function withCallouts(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, , line] = tokens.slice(index, index + 3);
    if (token === undefined) continue;
    kept.push(token);
    if (token.type !== 'blockquote_open' || line?.type !== 'inline') continue;
    const sign = calloutSign.exec(line.content);
    if (!sign) continue;
    token.meta = { callout: sign[1]?.toLowerCase() };
    line.content = line.content.slice(sign[0].length);
    // The paragraph contained nothing else.
    if (line.content === '') index += 3;
  }
  return kept;
}
