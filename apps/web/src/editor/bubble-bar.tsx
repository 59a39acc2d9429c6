import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { BubbleMenu } from '@tiptap/react/menus';
import { useCallback, useEffect, type ComponentProps, type ReactNode } from 'react';
import { FormatButton } from './format-button.tsx';
import { blockFormats, letterFormats, styleFormats } from './formats.ts';
import { bubble, LinkBar, LinkField } from './link-field.tsx';
import { moveInToolbar } from './roving-tab-index.ts';
import { LinkButton } from './toolbar.tsx';
import classes from './toolbar.module.css';
import { useActive } from './use-active.ts';
import { useEditorValue } from './use-editor-value.ts';

// Stable reference: BubbleMenu passes its options to the editor again for every new object.
const options = { placement: 'top', offset: 8 } as const;
type ShouldShow = NonNullable<ComponentProps<typeof BubbleMenu>['shouldShow']>;

const inBubble = ['heading2', 'heading3', 'blockquote'];
const formats = [
  ...letterFormats,
  ...[...styleFormats, ...blockFormats].filter(({ id }) => inBubble.includes(id)),
];

type Props = {
  editor: Editor;
  /** True if the text can be changed here; otherwise the bar contains only `more`. */
  mayWrite: boolean;
  isLinking: boolean;
  onLinking: (isLinking: boolean) => void;
  /** Additional actions for the selection. */
  more: ReactNode;
};

/** Closes the field for a link's address when the selection that it belongs to changes. */
function useLinkingEnd(editor: Editor, onLinking: (isLinking: boolean) => void): void {
  useEffect(() => {
    const selected = (): void => onLinking(false);
    editor.on('selectionUpdate', selected);
    return () => void editor.off('selectionUpdate', selected);
  }, [editor, onLinking]);
}

/**
 * Hides the bubble when the focus moves elsewhere. It does not hide by itself when a button in it
 * moves the focus, for example to a comment's field.
 */
function useHidingElsewhere(editor: Editor): void {
  useEffect(() => {
    const focused = ({ target }: FocusEvent): void => {
      const isElsewhere =
        target instanceof Element &&
        !editor.view.dom.contains(target) &&
        !target.closest(`.${classes['bubble']}`);
      if (isElsewhere && !editor.isDestroyed) editor.commands.setMeta(bubble, 'hide');
    };
    document.addEventListener('focusin', focused);
    return () => document.removeEventListener('focusin', focused);
  }, [editor]);
}

/** Floating toolbar beside the selection. It also contains the field for a link's address. */
export function BubbleBar({ editor, mayWrite, isLinking, onLinking, more }: Props) {
  const active = useActive(editor, formats);
  // A selected node has no characters to format; it has its own fields.
  const hasLetters = useEditorValue(
    editor,
    () => mayWrite && !(editor.state.selection instanceof NodeSelection),
  );
  const isInLink = useEditorValue(
    editor,
    () => editor.state.selection.empty && editor.isActive('link'),
  );
  useLinkingEnd(editor, onLinking);
  useHidingElsewhere(editor);
  const shouldShow = useCallback<ShouldShow>(
    ({ element, state, view }) =>
      (!state.selection.empty || (mayWrite && editor.isActive('link'))) &&
      (view.hasFocus() || element.contains(document.activeElement)),
    [editor, mayWrite],
  );
  return (
    <BubbleMenu
      editor={editor}
      pluginKey={bubble}
      className={`float ${classes['bubble']}`}
      options={options}
      shouldShow={shouldShow}
    >
      {isLinking ? (
        <LinkField editor={editor} onDone={() => onLinking(false)} />
      ) : (
        <div
          role="toolbar"
          tabIndex={-1}
          aria-label={t`Selection`}
          className={`strip ${classes['link']}`}
          onKeyDown={moveInToolbar}
        >
          {hasLetters && isInLink && <LinkBar editor={editor} onEdit={() => onLinking(true)} />}
          {hasLetters &&
            !isInLink &&
            formats.map((format) => (
              <FormatButton
                key={format.id}
                editor={editor}
                format={format}
                isOn={active.has(format.id)}
              />
            ))}
          {hasLetters && !isInLink && <LinkButton editor={editor} onLink={() => onLinking(true)} />}
          {more}
        </div>
      )}
    </BubbleMenu>
  );
}
