import { t } from '@lingui/core/macro';
import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconH4,
  IconItalic,
  IconLetterT,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconSourceCode,
  IconSpacingVertical,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
} from '@tabler/icons-react';
import { isIn } from './text/is-in.ts';

/** An action on the text at the caret or on the selection. */
export type Format = {
  readonly id: string;
  /** Accessible name, also shown as the tooltip. */
  readonly name: string;
  /** Key binding, where `Mod` is Ctrl or ⌘; null for none. */
  readonly key: string | null;
  readonly icon: typeof IconBold;
  /** True if the format is active at the caret; null for actions without a state. */
  readonly isOn: ((editor: Editor) => boolean) | null;
  /** True if the action would do something; undefined for actions that always do. */
  readonly isPossible?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
};

type Put = (chain: ChainedCommands) => ChainedCommands;

/** Creates the `run` of a format: a command at the selection of the focused text. */
const atFocus =
  (put: Put): Format['run'] =>
  (editor) =>
    void put(editor.chain().focus()).run();

/** Creates an inline format. `id` is also the name of its mark. */
function inline(id: string, name: string, key: string, icon: Format['icon']): Format {
  const isOn = (editor: Editor): boolean => editor.isActive(id);
  return { id, name, key, icon, isOn, run: atFocus((chain) => chain.toggleMark(id)) };
}

/** Creates a format of blocks. `id` is also the name of the node that the blocks are, or are in. */
function block(id: string, name: string, key: string, icon: Format['icon'], put: Put): Format {
  return { id, name, key, icon, isOn: (editor) => isIn(editor, id), run: atFocus(put) };
}

const heading = (level: 1 | 2 | 3 | 4, icon: Format['icon']): Format => ({
  id: `heading${level}`,
  name: t`Heading ${level}`,
  key: `Mod-Alt-${level}`,
  icon,
  isOn: (editor) => isIn(editor, 'heading', { level }),
  run: atFocus((chain) => chain.toggleHeading({ level })),
});

/** Inline formats. */
export const letterFormats: readonly Format[] = [
  inline('bold', t`Bold`, 'Mod-B', IconBold),
  inline('italic', t`Italic`, 'Mod-I', IconItalic),
  inline('strike', t`Strikethrough`, 'Mod-Shift-S', IconStrikethrough),
  inline('superscript', t`Superscript`, 'Mod-.', IconSuperscript),
  inline('subscript', t`Subscript`, 'Mod-,', IconSubscript),
  inline('code', t`Code`, 'Mod-E', IconCode),
];

/** Paragraph styles. */
export const styleFormats: readonly Format[] = [
  block('paragraph', t`Text`, 'Mod-Alt-0', IconLetterT, (chain) => chain.setParagraph()),
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
  heading(4, IconH4),
];

/** Containers of paragraphs. */
export const blockFormats: readonly Format[] = [
  block('bulletList', t`Bullet list`, 'Mod-Shift-8', IconList, (chain) => chain.toggleBulletList()),
  block('orderedList', t`Numbered list`, 'Mod-Shift-7', IconListNumbers, (chain) =>
    chain.toggleOrderedList(),
  ),
  block('taskList', t`Task list`, 'Mod-Shift-9', IconListCheck, (chain) => chain.toggleTaskList()),
  block('blockquote', t`Quote`, 'Mod-Shift-B', IconBlockquote, (chain) => chain.toggleBlockquote()),
  block('codeBlock', t`Code block`, 'Mod-Alt-C', IconSourceCode, (chain) =>
    chain.toggleCodeBlock(),
  ),
  {
    id: 'horizontalRule',
    name: t`Divider`,
    key: null,
    icon: IconSpacingVertical,
    isOn: null,
    run: atFocus((chain) => chain.setHorizontalRule()),
  },
];

/** True if the user has a step to undo or to redo. */
function hasStep(editor: Editor, kind: 'undo' | 'redo'): boolean {
  return editor.storage.boundText?.binding?.replica.hasStep(kind) === true;
}

/** Undo and redo of the user's own edits. */
export const undoFormats: readonly Format[] = [
  {
    id: 'undo',
    name: t`Undo`,
    key: 'Mod-Z',
    icon: IconArrowBackUp,
    isOn: null,
    isPossible: (editor) => hasStep(editor, 'undo'),
    run: atFocus((chain) => chain.undo()),
  },
  {
    id: 'redo',
    name: t`Redo`,
    key: 'Mod-Shift-Z',
    icon: IconArrowForwardUp,
    isOn: null,
    isPossible: (editor) => hasStep(editor, 'redo'),
    run: atFocus((chain) => chain.redo()),
  },
];
