import { t } from '@lingui/core/macro';
import type { CalloutKind } from '@longhand/document';
import { calloutName } from '../blocks/callout-names.ts';
import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconAt,
  IconBlockquote,
  IconBulb,
  IconCalendar,
  IconCaretRight,
  IconColumns2,
  IconColumns3,
  IconExclamationCircle,
  IconH1,
  IconH2,
  IconH3,
  IconH4,
  IconInfoCircle,
  IconLetterT,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMath,
  IconMathFunction,
  IconPaperclip,
  IconPhoto,
  IconSourceCode,
  IconSpacingVertical,
  IconSuperscript,
  IconTable,
} from '@tabler/icons-react';
import { TextSelection } from '@tiptap/pm/state';
import { openTriggerMenu } from './trigger-menu.ts';
import { today } from '../blocks/leaves/day.ts';
import { enterNewLeaf } from '../blocks/leaves/leaf-view.ts';
import { chooseFiles } from '../blocks/uploads.ts';
import { isIn } from '../text/is-in.ts';

/** An element that can be inserted into a text, or into which a paragraph can be turned. */
export type Insertion = {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  /** Additional search terms. */
  readonly words: string;
  readonly icon: typeof IconH1;
  /** Shortcut to type instead; may be empty. */
  readonly hint: string;
  /** True if the current paragraph is turned into this; false if it is inserted beside it. */
  readonly isTurn: boolean;
  /** For a turn: true if the paragraph already has this kind. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly put: (chain: ChainedCommands, editor: Editor) => ChainedCommands;
  /** Follow-up action, such as choosing a file. */
  readonly after?: (editor: Editor) => void;
};

/** Creates an insertion that turns a paragraph into a block. `id` is the name of its node. */
function turn(
  id: string,
  name: string,
  icon: Insertion['icon'],
  typed: Pick<Insertion, 'hint' | 'words'>,
  put: Insertion['put'],
): Insertion {
  const isOn = (editor: Editor): boolean => isIn(editor, id);
  return { id, group: t`Text`, name, icon, ...typed, isTurn: true, isOn, put };
}

const heading = (level: 1 | 2 | 3 | 4, icon: typeof IconH1): Insertion => ({
  id: `heading${level}`,
  group: t`Text`,
  name: t`Heading ${level}`,
  words: t`title section h${level}`,
  icon,
  hint: '#'.repeat(level),
  isTurn: true,
  isOn: (editor) => isIn(editor, 'heading', { level }),
  put: (chain) => chain.setHeading({ level }),
});

const text: readonly Insertion[] = [
  turn('paragraph', t`Text`, IconLetterT, { hint: '', words: t`paragraph plain` }, (chain) =>
    chain.setParagraph(),
  ),
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
  heading(4, IconH4),
  turn('bulletList', t`Bullet list`, IconList, { hint: '-', words: t`unordered points` }, (chain) =>
    chain.toggleBulletList(),
  ),
  turn(
    'orderedList',
    t`Numbered list`,
    IconListNumbers,
    { hint: '1.', words: t`ordered` },
    (chain) => chain.toggleOrderedList(),
  ),
  turn(
    'taskList',
    t`Task list`,
    IconListCheck,
    { hint: '[ ]', words: t`todo check box` },
    (chain) => chain.toggleTaskList(),
  ),
  turn('blockquote', t`Quote`, IconBlockquote, { hint: '>', words: t`citation` }, (chain) =>
    chain.toggleBlockquote(),
  ),
  turn(
    'codeBlock',
    t`Code block`,
    IconSourceCode,
    { hint: '```', words: t`source program` },
    (chain) => chain.setCodeBlock(),
  ),
];

const callout = (kind: CalloutKind, icon: typeof IconH1, words: string, hint = ''): Insertion => ({
  id: kind,
  group: t`Callouts`,
  name: calloutName(kind),
  words: t`callout box admonition ${words}`,
  icon,
  hint,
  isTurn: true,
  isOn: (editor) => isIn(editor, 'callout', { kind }),
  put: (chain, editor) =>
    isIn(editor, 'callout')
      ? chain.updateAttributes('callout', { kind })
      : chain.wrapIn('callout', { kind }),
});

const apart: readonly Insertion[] = [
  callout('note', IconInfoCircle, 'info', '!!'),
  callout('tip', IconBulb, 'hint idea'),
  callout('important', IconExclamationCircle, 'key'),
  callout('warning', IconAlertTriangle, 'attention'),
  callout('caution', IconAlertOctagon, 'danger'),
  {
    id: 'toggle',
    group: t`Callouts`,
    name: t`Toggle`,
    words: t`details collapse fold spoiler`,
    icon: IconCaretRight,
    hint: '>>',
    isTurn: true,
    isOn: (editor) => isIn(editor, 'toggle'),
    put: (chain) => chain.wrapIn('toggle'),
  },
  {
    id: 'horizontalRule',
    group: t`Callouts`,
    name: t`Divider`,
    words: t`rule line separator`,
    icon: IconSpacingVertical,
    hint: '---',
    isTurn: false,
    put: (chain) => chain.setHorizontalRule(),
  },
];

const columnsOf = (count: number) => ({
  type: 'columns',
  content: Array.from({ length: count }, () => ({
    type: 'column',
    content: [{ type: 'paragraph' }],
  })),
});

/** Moves the caret to the start of the columns that were just inserted before it. */
function enterColumns({ state, view }: Editor): void {
  let first: number | null = null;
  state.doc.nodesBetween(
    Math.max(state.selection.from - 14, 0),
    state.selection.from,
    ({ type }, pos) => {
      if (type.name === 'columns') first = pos + 3;
    },
  );
  if (first !== null)
    view.dispatch(state.tr.setSelection(TextSelection.near(state.doc.resolve(first))));
}

/** Creates an insertion beside the current paragraph. */
const insertion = (given: Omit<Insertion, 'group' | 'isTurn' | 'isOn'>): Insertion => ({
  ...given,
  group: t`Insert`,
  isTurn: false,
});

/** Creates an insertion of an empty leaf, which is then edited. */
const leaf = (
  type: 'formula' | 'inlineFormula' | 'footnote',
  look: Pick<Insertion, 'name' | 'words' | 'icon' | 'hint'>,
): Insertion =>
  insertion({
    ...look,
    id: type,
    put: (chain) => chain.insertContent({ type }),
    after: (editor) => enterNewLeaf(editor, type),
  });

/** Creates an insertion of empty columns, which the caret enters. */
const columns = (count: number, id: string, name: string, icon: Insertion['icon']): Insertion =>
  insertion({
    id,
    name,
    words: t`side by side`,
    icon,
    hint: '',
    put: (chain) => chain.insertContent(columnsOf(count)),
    after: enterColumns,
  });

const inserted: readonly Insertion[] = [
  insertion({
    id: 'picture',
    name: t`Picture`,
    words: t`image photo upload`,
    icon: IconPhoto,
    hint: '',
    put: (chain) => chain,
    after: (editor) => chooseFiles(editor, 'image/*'),
  }),
  insertion({
    id: 'table',
    name: t`Table`,
    words: t`grid rows columns cells`,
    icon: IconTable,
    hint: '',
    put: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  }),
  leaf('formula', {
    name: t`Formula`,
    words: t`math latex equation tex`,
    icon: IconMath,
    hint: '',
  }),
  leaf('inlineFormula', {
    name: t`Inline formula`,
    words: t`math latex equation tex inline`,
    icon: IconMathFunction,
    hint: '$x$',
  }),
  leaf('footnote', {
    name: t`Footnote`,
    words: t`note reference source`,
    icon: IconSuperscript,
    hint: '[^',
  }),
  insertion({
    id: 'day',
    name: t`Today`,
    words: t`date day calendar`,
    icon: IconCalendar,
    hint: '',
    put: (chain) =>
      chain.insertContent([
        { type: 'day', attrs: { date: today() } },
        { type: 'text', text: ' ' },
      ]),
  }),
  insertion({
    id: 'mention',
    name: t`Person or document`,
    words: t`mention at link name`,
    icon: IconAt,
    hint: '@',
    put: (chain) => chain,
    after: (editor) => openTriggerMenu(editor, '@'),
  }),
  columns(2, 'columns', t`Two columns`, IconColumns2),
  columns(3, 'threeColumns', t`Three columns`, IconColumns3),
  insertion({
    id: 'file',
    name: t`File`,
    words: t`attachment upload`,
    icon: IconPaperclip,
    hint: '',
    put: (chain) => chain,
    after: (editor) => chooseFiles(editor, ''),
  }),
];

/** All insertions, in the order of the menu. */
export const insertions: readonly Insertion[] = [...text, ...apart, ...inserted];

/** Insertions into which a paragraph can be turned. */
export const turns: readonly Insertion[] = insertions.filter(({ isTurn }) => isTurn);

/**
 * Returns the rows whose name or search terms match the query as a prefix; matches of the name
 * first.
 */
export function insertionsLike<Row extends { readonly name: string; readonly words: string }>(
  all: readonly Row[],
  query: string,
): readonly Row[] {
  const wanted = fold(query).trim();
  if (wanted === '') return all;
  const begins = (text: string): boolean =>
    fold(text).startsWith(wanted) ||
    fold(text)
      .split(/\s+/)
      .some((word) => word.startsWith(wanted));
  const byName = all.filter(({ name }) => begins(name));
  const byWords = all.filter(({ name, words }) => !begins(name) && begins(words));
  return [...byName, ...byWords];
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
