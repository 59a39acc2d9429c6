import type { Suggestion } from '@longhand/document';
import type { ListedSuggestion } from './listed-suggestions.ts';
import { numberForms } from '../blocks/moving/list-numbers.ts';

/** One line of a card: the effect, and the affected text. */
export type CardLine = { readonly act: string; readonly words: string | null };

/** Maximum length of text on a card (characters); the document shows all of it. */
const longest = 280;

/** Describes the effect of a suggestion for its card. */
export function describe({ ranges, added, removed }: ListedSuggestion): CardLine[] {
  const lines: CardLine[] = [];
  // The same text again: its format or position changes, which is described below.
  const isSame = added.trim() !== '' && added.trim() === removed.trim();
  if (isSame) lines.push({ act: 'Change', words: cut(added) });
  else if (added.trim() !== '' && removed.trim() !== '') {
    lines.push({ act: 'Replace', words: cut(removed) }, { act: 'with', words: cut(added) });
  } else if (added !== '' && added !== '\n') lines.push({ act: 'Insert', words: cut(added) });
  else if (removed !== '') lines.push({ act: 'Delete', words: cut(removed) });
  const acts = new Set<string>();
  for (const range of ranges) {
    if (range.kind === 'split' && added.trim() === '') acts.add('Split paragraph');
    if (range.kind === 'join' && removed.trim() === '') acts.add('Merge with previous paragraph');
    if (range.kind === 'cellInsertion' && added.trim() === '') acts.add('Insert table cells');
    if (range.kind === 'cellDeletion' && removed.trim() === '') acts.add('Delete table cells');
    if (range.kind === 'nodeInsertion' && added.trim() === '') acts.add('Insert a block');
    if (range.kind === 'nodeDeletion' && removed.trim() === '') acts.add('Delete a block');
    if (range.kind === 'format') for (const act of formatNamesOf(range)) acts.add(act);
    if (range.kind === 'block') acts.add(blockName(range));
  }
  if (isSame && acts.size === 0) acts.add('Structure or formatting changed');
  return [...lines, ...[...acts].map((act) => ({ act, words: null }))];
}

/** Returns the same description as one line, for screen readers. */
export function inOneLine(suggestion: ListedSuggestion): string {
  return describe(suggestion)
    .map(({ act, words }) => (words === null ? act : `${act} “${words}”`))
    .join(' ');
}

const formatNames: Readonly<Record<string, string>> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strikethrough',
  underline: 'underline',
  code: 'code',
  superscript: 'superscript',
  subscript: 'subscript',
  link: 'link',
};

type Format = Extract<Suggestion['ranges'][number], { kind: 'format' }>;
type Block = Extract<Suggestion['ranges'][number], { kind: 'block' }>;

/** Describes changed marks; an inline leaf also has attributes. */
function formatNamesOf({ set }: Format): string[] {
  return Object.entries(set).map(([name, value]) => {
    const mark = name.slice(2);
    if (!name.startsWith('m.')) return 'Change it';
    if (value === null) return `Remove ${formatNames[mark] ?? mark}`;
    const href: unknown = (value as Record<string, unknown>)['href'];
    if (mark === 'link' && typeof href === 'string') return `Link to ${cut(href)}`;
    return `Make ${formatNames[mark] ?? mark}`;
  });
}

const blockNames: Readonly<Record<string, string>> = {
  paragraph: 'text',
  codeBlock: 'code block',
  blockquote: 'quote',
  bulletList: 'bullet list',
  orderedList: 'numbered list',
  taskList: 'task list',
  callout: 'callout',
  toggle: 'toggle',
  tableHeader: 'header cell',
  tableCell: 'ordinary cell',
};

/** Names of nodes whose kind stays the same and whose attributes change. */
const changedNames: Readonly<Record<string, string>> = {
  image: 'picture',
  callout: 'callout',
  formula: 'formula',
  inlineFormula: 'formula',
  footnote: 'footnote',
  day: 'day',
  attachment: 'file',
  mention: 'mention',
};

/** Describes a change to the numbers of a list; null if they are unchanged. */
function numbersName(set: Block['set']): string | null {
  if (set['a.type'] !== undefined)
    return `Change list numbers to ${numberForms.find((each) => each.type === set['a.type'])?.name ?? '1, 2, 3'}`;
  return set['a.start'] === undefined
    ? null
    : `Restart numbering at ${String(set['a.start'] ?? 1)}`;
}

const lists: ReadonlySet<string> = new Set(['bulletList', 'orderedList', 'taskList']);

function blockName(block: Block): string {
  const { set, path } = block;
  const kind = set['kind'] ?? path.at(-1);
  if (typeof kind === 'string' && set['kind'] !== undefined) return kindName(kind, set);
  if (set['in'] !== undefined) return placeName(block);
  if (kind === 'taskItem') return set['a.checked'] === true ? 'Tick the task' : 'Change the task';
  if (kind === 'orderedList') return numbersName(set) ?? 'Change the list';
  if (typeof kind === 'string' && (kind === 'heading' || kind === 'codeBlock'))
    return kindName(kind, set);
  return `Change the ${changedNames[String(kind)] ?? 'block'}`;
}

function kindName(kind: string, set: Block['set']): string {
  if (kind === 'heading') return `Change to heading ${String(set['a.level'] ?? 1)}`;
  if (kind === 'codeBlock' && typeof set['a.language'] === 'string')
    return `Change to code: ${set['a.language']}`;
  return `Change to ${blockNames[kind] ?? kind}`;
}

/** Returns the number of lists among containers. */
const listsIn = (path: readonly string[]): number => path.filter((each) => lists.has(each)).length;

/** Describes a change of the container of a block. */
function placeName({ set, was, path, pathBefore = [] }: Block): string {
  if (set['in'] === null) return 'Outdent';
  const [before, now] = [listsIn(pathBefore), listsIn(path)];
  if (before > 0 && before !== now) return now > before ? 'Indent' : 'Outdent';
  const around = path.slice(0, -1).findLast((each) => blockNames[each] !== undefined);
  return was['in'] === null || was['in'] === undefined
    ? `Change to ${blockNames[around ?? ''] ?? 'another block'}`
    : 'Move the block';
}

function cut(words: string): string {
  const letters = [...words];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : words;
}
