import { t } from '@lingui/core/macro';
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
  if (isSame) lines.push({ act: t`Change`, words: cut(added) });
  else if (added.trim() !== '' && removed.trim() !== '') {
    lines.push({ act: t`Replace`, words: cut(removed) }, { act: t`with`, words: cut(added) });
  } else if (added !== '' && added !== '\n') lines.push({ act: t`Insert`, words: cut(added) });
  else if (removed !== '') lines.push({ act: t`Delete`, words: cut(removed) });
  const acts = new Set<string>();
  for (const range of ranges) {
    if (range.kind === 'split' && added.trim() === '') acts.add(t`Split paragraph`);
    if (range.kind === 'join' && removed.trim() === '') acts.add(t`Merge with previous paragraph`);
    if (range.kind === 'cellInsertion' && added.trim() === '') acts.add(t`Insert table cells`);
    if (range.kind === 'cellDeletion' && removed.trim() === '') acts.add(t`Delete table cells`);
    if (range.kind === 'nodeInsertion' && added.trim() === '') acts.add(t`Insert a block`);
    if (range.kind === 'nodeDeletion' && removed.trim() === '') acts.add(t`Delete a block`);
    if (range.kind === 'format') for (const act of formatNamesOf(range)) acts.add(act);
    if (range.kind === 'block') acts.add(blockName(range));
  }
  if (isSame && acts.size === 0) acts.add(t`Structure or formatting changed`);
  return [...lines, ...[...acts].map((act) => ({ act, words: null }))];
}

/** Returns the same description as one line, for screen readers. */
export function inOneLine(suggestion: ListedSuggestion): string {
  return describe(suggestion)
    .map(({ act, words }) => (words === null ? act : `${act} “${words}”`))
    .join(' ');
}

/** Actions that add and remove a mark. */
const formatActs: Readonly<Record<string, readonly [add: string, remove: string]>> = {
  bold: [t`Make bold`, t`Remove bold`],
  italic: [t`Make italic`, t`Remove italic`],
  strike: [t`Make strikethrough`, t`Remove strikethrough`],
  underline: [t`Make underline`, t`Remove underline`],
  code: [t`Make code`, t`Remove code`],
  superscript: [t`Make superscript`, t`Remove superscript`],
  subscript: [t`Make subscript`, t`Remove subscript`],
  link: [t`Make link`, t`Remove link`],
};

type Format = Extract<Suggestion['ranges'][number], { kind: 'format' }>;
type Block = Extract<Suggestion['ranges'][number], { kind: 'block' }>;

/** Describes changed marks; an inline leaf also has attributes. */
function formatNamesOf({ set }: Format): string[] {
  return Object.entries(set).map(([name, value]) => {
    const mark = name.slice(2);
    if (!name.startsWith('m.')) return t`Change it`;
    if (value === null) return formatActs[mark]?.[1] ?? t`Remove ${mark}`;
    const href: unknown = (value as Record<string, unknown>)['href'];
    if (mark === 'link' && typeof href === 'string') return t`Link to ${{ address: cut(href) }}`;
    return formatActs[mark]?.[0] ?? t`Make ${mark}`;
  });
}

/** Changes to another kind of block. */
const kindActs: Readonly<Record<string, string>> = {
  paragraph: t`Change to text`,
  codeBlock: t`Change to code block`,
  blockquote: t`Change to quote`,
  bulletList: t`Change to bullet list`,
  orderedList: t`Change to numbered list`,
  taskList: t`Change to task list`,
  callout: t`Change to callout`,
  toggle: t`Change to toggle`,
  tableHeader: t`Change to header cell`,
  tableCell: t`Change to ordinary cell`,
};

/** Changes of nodes whose kind stays the same and whose attributes change. */
const attributeActs: Readonly<Record<string, string>> = {
  image: t`Change the picture`,
  callout: t`Change the callout`,
  formula: t`Change the formula`,
  inlineFormula: t`Change the formula`,
  footnote: t`Change the footnote`,
  day: t`Change the day`,
  attachment: t`Change the file`,
  mention: t`Change the mention`,
};

/** Describes a change to the numbers of a list; null if they are unchanged. */
function numbersName(set: Block['set']): string | null {
  if (set['a.type'] !== undefined)
    return t`Change list numbers to ${{ numbers: numberForms.find((each) => each.type === set['a.type'])?.name ?? '1, 2, 3' }}`;
  return set['a.start'] === undefined
    ? null
    : t`Restart numbering at ${{ number: String(set['a.start'] ?? 1) }}`;
}

const lists: ReadonlySet<string> = new Set(['bulletList', 'orderedList', 'taskList']);

function blockName(block: Block): string {
  const { set, path } = block;
  const kind = set['kind'] ?? path.at(-1);
  if (typeof kind === 'string' && set['kind'] !== undefined) return kindName(kind, set);
  if (set['in'] !== undefined) return placeName(block);
  if (kind === 'taskItem') return set['a.checked'] === true ? t`Tick the task` : t`Change the task`;
  if (kind === 'orderedList') return numbersName(set) ?? t`Change the list`;
  if (typeof kind === 'string' && (kind === 'heading' || kind === 'codeBlock'))
    return kindName(kind, set);
  return attributeActs[String(kind)] ?? t`Change the block`;
}

function kindName(kind: string, set: Block['set']): string {
  if (kind === 'heading') return t`Change to heading ${{ number: String(set['a.level'] ?? 1) }}`;
  if (kind === 'codeBlock' && typeof set['a.language'] === 'string')
    return t`Change to code: ${{ language: set['a.language'] }}`;
  return kindActs[kind] ?? t`Change to ${kind}`;
}

/** Returns the number of lists among containers. */
const listsIn = (path: readonly string[]): number => path.filter((each) => lists.has(each)).length;

/** Describes a change of the container of a block. */
function placeName({ set, was, path, pathBefore = [] }: Block): string {
  if (set['in'] === null) return t`Outdent`;
  const [before, now] = [listsIn(pathBefore), listsIn(path)];
  if (before > 0 && before !== now) return now > before ? t`Indent` : t`Outdent`;
  const around = path.slice(0, -1).findLast((each) => kindActs[each] !== undefined);
  return was['in'] === null || was['in'] === undefined
    ? (kindActs[around ?? ''] ?? t`Change to another block`)
    : t`Move the block`;
}

function cut(words: string): string {
  const letters = [...words];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : words;
}
