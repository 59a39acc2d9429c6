import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { useCallback, useEffect, type ComponentProps, type ReactNode } from 'react';
import { FormatButton } from './FormatButton.tsx';
import { blockFormats, letterFormats, styleFormats } from './formats.ts';
import { bubble, LinkBar, LinkField } from './LinkField.tsx';
import { moveInToolbar } from './roving.ts';
import { LinkButton } from './Toolbar.tsx';
import classes from './Toolbar.module.css';
import { useActive } from './useActive.ts';

// The same objects always: for others it tells the editor anew.
const options = { placement: 'top', offset: 8 } as const;
type ShouldShow = NonNullable<ComponentProps<typeof BubbleMenu>['shouldShow']>;

const inBubble = ['heading2', 'heading3', 'blockquote'];
const formats = [...letterFormats, ...[...styleFormats, ...blockFormats].filter(({ id }) => inBubble.includes(id))];

type Props = {
  editor: Editor;
  /** Whether the text can be changed here; else only what is added stands in the bar. */
  mayWrite: boolean;
  isLinking: boolean;
  onLinking: (isLinking: boolean) => void;
  /** What else can be done with what is selected. */
  more: ReactNode;
};

/** Makes Ctrl+K open the field for a link's address while words are selected or the caret is in a link. */
function useLinkKey(editor: Editor, mayWrite: boolean, onLinking: (isLinking: boolean) => void): void {
  const isLinkable = useEditorState({
    editor,
    selector({ editor: { state } }) {
      const isText = !state.selection.empty && !(state.selection instanceof NodeSelection);
      return mayWrite && (isText || editor.isActive('link'));
    },
  });
  useEffect(() => {
    if (!isLinkable) return;
    const { dom } = editor.view;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      onLinking(true);
    };
    // The palette leaves the key to an element with this sign.
    dom.setAttribute('data-takes-k', '');
    dom.addEventListener('keydown', pressed, { capture: true });
    return () => {
      dom.removeAttribute('data-takes-k');
      dom.removeEventListener('keydown', pressed, { capture: true });
    };
  }, [editor, isLinkable, onLinking]);
}

/** What can be done to a selection, beside it. Also the place of the field for a link's address. */
export function BubbleBar({ editor, mayWrite, isLinking, onLinking, more }: Props) {
  const active = useActive(editor, formats);
  // What stands for itself has no letters; it has fields of its own.
  const hasLetters = useEditorState({ editor, selector: () => mayWrite && !(editor.state.selection instanceof NodeSelection) });
  const isInLink = useEditorState({ editor, selector: () => editor.state.selection.empty && editor.isActive('link') });
  useLinkKey(editor, mayWrite, onLinking);
  useEffect(() => {
    // Another selection is another matter: the field for the last one goes.
    const selected = (): void => onLinking(false);
    editor.on('selectionUpdate', selected);
    return () => void editor.off('selectionUpdate', selected);
  }, [editor, onLinking]);
  useEffect(() => {
    // A press in the bar that leads elsewhere, such as to a comment's field, would leave the bar behind: it takes no leave of its own.
    const focused = ({ target }: FocusEvent): void => {
      const isElsewhere =
        target instanceof Element && !editor.view.dom.contains(target) && !target.closest(`.${classes['bubble']}`);
      if (isElsewhere && !editor.isDestroyed) editor.commands.setMeta(bubble, 'hide');
    };
    document.addEventListener('focusin', focused);
    return () => document.removeEventListener('focusin', focused);
  }, [editor]);
  const shouldShow = useCallback<ShouldShow>(
    ({ element, state, view }) =>
      (!state.selection.empty || (mayWrite && editor.isActive('link'))) &&
      (view.hasFocus() || element.contains(document.activeElement)),
    [editor, mayWrite],
  );
  return (
    <BubbleMenu editor={editor} pluginKey={bubble} className={classes['bubble']} options={options} shouldShow={shouldShow}>
      {isLinking ? (
        <LinkField editor={editor} onDone={() => onLinking(false)} />
      ) : (
        <div role="toolbar" tabIndex={-1} aria-label="Selection" className={classes['link']} onKeyDown={moveInToolbar}>
          {hasLetters && isInLink && <LinkBar editor={editor} onEdit={() => onLinking(true)} />}
          {hasLetters &&
            !isInLink &&
            formats.map((format) => (
              <FormatButton key={format.id} editor={editor} format={format} isOn={active.has(format.id)} />
            ))}
          {hasLetters && !isInLink && <LinkButton editor={editor} onLink={() => onLinking(true)} />}
          {more}
        </div>
      )}
    </BubbleMenu>
  );
}
