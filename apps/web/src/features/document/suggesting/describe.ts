import type { Suggestion } from '@longhand/document';

/** One line of a card: what would happen, and to which words. */
export type Line = { readonly act: string; readonly words: string | null };

/** Words longer than this are cut on a card; the text itself shows them all. */
const longest = 280;

/** What a suggestion would do, in the words of a card. */
export function describe({ spots, added, removed }: Suggestion): Line[] {
  const lines: Line[] = [];
  if (added.trim() !== '' && removed.trim() !== '') {
    lines.push({ act: 'Replace', words: cut(removed) }, { act: 'with', words: cut(added) });
  } else if (added !== '' && added !== '\n') lines.push({ act: 'Insert', words: cut(added) });
  else if (removed !== '') lines.push({ act: 'Delete', words: cut(removed) });
  const acts = new Set<string>();
  for (const spot of spots) {
    if (spot.kind === 'split' && added.trim() === '') acts.add(spot.form.depth === 0 ? 'Break the line' : 'Split the paragraph');
    if (spot.kind === 'join') acts.add('Join with the paragraph before');
    if (spot.kind === 'nodeInsertion' && added.trim() === '') acts.add('Insert a block');
    if (spot.kind === 'nodeDeletion' && removed.trim() === '') acts.add('Delete a block');
    if (spot.kind === 'format') acts.add(formatName(spot.change));
    if (spot.kind === 'block') acts.add(blockName(spot.change));
  }
  return [...lines, ...[...acts].map((act) => ({ act, words: null }))];
}

/** The same as one line, for those who hear it. */
export function inOneLine(suggestion: Suggestion): string {
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
  link: 'link',
};

type Format = Extract<Suggestion['spots'][number], { kind: 'format' }>['change'];
type Block = Extract<Suggestion['spots'][number], { kind: 'block' }>['change'];

function formatName(change: Format): string {
  if ('remove' in change) return `Not ${formatNames[change.remove] ?? change.remove}`;
  const { type, attrs } = change.add;
  if (type === 'link' && typeof attrs?.['href'] === 'string') return `Link to ${cut(attrs['href'])}`;
  return `Format: ${formatNames[type] ?? type}`;
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

/** Things that stay what they are, and say something else. */
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

function blockName(change: Block): string {
  if ('lift' in change) return 'Move out one level';
  if ('sink' in change) return 'Move in one level';
  const form = 'to' in change ? change.to : change.wrap[0];
  if (form?.type === 'heading') return `Make it heading ${String(form.attrs?.['level'] ?? 1)}`;
  if (form?.type === 'taskItem') return form.attrs?.['checked'] === true ? 'Tick the task' : 'Change the task';
  if (form?.type === 'codeBlock' && typeof form.attrs?.['language'] === 'string')
    return `Make it code: ${form.attrs['language']}`;
  const changed = changedNames[form?.type ?? ''];
  if (changed !== undefined && 'to' in change) return `Change the ${changed}`;
  return `Make it ${blockNames[form?.type ?? ''] ?? form?.type ?? 'another block'}`;
}

function cut(words: string): string {
  const letters = [...words];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : words;
}
