import type { Editor } from '@tiptap/core';
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

const heading = (level: 1 | 2 | 3 | 4, icon: typeof IconBold): Format => ({
  id: `heading${level}`,
  name: `Heading ${level}`,
  key: `Mod-Alt-${level}`,
  icon,
  isOn: (editor) => isIn(editor, 'heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

/** Inline formats. */
export const letterFormats: readonly Format[] = [
  {
    id: 'bold',
    name: 'Bold',
    key: 'Mod-B',
    icon: IconBold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    id: 'italic',
    name: 'Italic',
    key: 'Mod-I',
    icon: IconItalic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    id: 'strike',
    name: 'Strikethrough',
    key: 'Mod-Shift-S',
    icon: IconStrikethrough,
    isOn: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    id: 'superscript',
    name: 'Superscript',
    key: 'Mod-.',
    icon: IconSuperscript,
    isOn: (editor) => editor.isActive('superscript'),
    run: (editor) => editor.chain().focus().toggleSuperscript().run(),
  },
  {
    id: 'subscript',
    name: 'Subscript',
    key: 'Mod-,',
    icon: IconSubscript,
    isOn: (editor) => editor.isActive('subscript'),
    run: (editor) => editor.chain().focus().toggleSubscript().run(),
  },
  {
    id: 'code',
    name: 'Code',
    key: 'Mod-E',
    icon: IconCode,
    isOn: (editor) => editor.isActive('code'),
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
];

/** Paragraph styles. */
export const styleFormats: readonly Format[] = [
  {
    id: 'paragraph',
    name: 'Text',
    key: 'Mod-Alt-0',
    icon: IconLetterT,
    isOn: (editor) => isIn(editor, 'paragraph'),
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
  heading(4, IconH4),
];

/** Containers of paragraphs. */
export const blockFormats: readonly Format[] = [
  {
    id: 'bulletList',
    name: 'Bullet list',
    key: 'Mod-Shift-8',
    icon: IconList,
    isOn: (editor) => isIn(editor, 'bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'orderedList',
    name: 'Numbered list',
    key: 'Mod-Shift-7',
    icon: IconListNumbers,
    isOn: (editor) => isIn(editor, 'orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'taskList',
    name: 'Task list',
    key: 'Mod-Shift-9',
    icon: IconListCheck,
    isOn: (editor) => isIn(editor, 'taskList'),
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    id: 'blockquote',
    name: 'Quote',
    key: 'Mod-Shift-B',
    icon: IconBlockquote,
    isOn: (editor) => isIn(editor, 'blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'codeBlock',
    name: 'Code block',
    key: 'Mod-Alt-C',
    icon: IconSourceCode,
    isOn: (editor) => isIn(editor, 'codeBlock'),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    id: 'horizontalRule',
    name: 'Divider',
    key: null,
    icon: IconSpacingVertical,
    isOn: null,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
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
    name: 'Undo',
    key: 'Mod-Z',
    icon: IconArrowBackUp,
    isOn: null,
    isPossible: (editor) => hasStep(editor, 'undo'),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    id: 'redo',
    name: 'Redo',
    key: 'Mod-Shift-Z',
    icon: IconArrowForwardUp,
    isOn: null,
    isPossible: (editor) => hasStep(editor, 'redo'),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

/** Formats a key binding for this platform: `Mod-Shift-S` is ⇧⌘S or Ctrl+Shift+S. */
export function keyName(key: string, isApple: boolean): string {
  const parts = key.split('-');
  if (!isApple) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
  const signs: Record<string, string> = { Alt: '⌥', Shift: '⇧', Mod: '⌘' };
  const modifiers = Object.keys(signs).filter((name) => parts.includes(name));
  return [
    ...modifiers.map((name) => signs[name]),
    ...parts.filter((part) => !(part in signs)),
  ].join('');
}
