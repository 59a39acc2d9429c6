import { isSafeLink, linkTarget } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { getMarkRange } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import classes from './Toolbar.module.css';

/** What the bubble beside the selection is called in the editor. */
export const bubble = 'bubble';

/** The field for the address that the selected words lead to. Only http, https and mailto are taken. */
export function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const before: unknown = editor.getAttributes('link')['href'];
  const [address, setAddress] = useState(typeof before === 'string' ? before : '');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Asked for by key from the toolbar, the text does not have the focus, and the bubble that this field stands in is not there.
    editor.commands.setMeta(bubble, 'show');
    editor.commands.setMeta(bubble, 'updatePosition');
    field.current?.focus();
    return showSelection(editor);
  }, [editor]);

  function close(): void {
    onDone();
    editor.commands.focus();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const href = linkTarget(address);
    if (href === null) return setWrong(true);
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    onDone();
  }

  function remove(): void {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onDone();
  }

  return (
    <form className={classes['link']} onSubmit={submit}>
      <input
        ref={field}
        aria-label="Link address"
        aria-invalid={isWrong}
        title={isWrong ? 'A link begins with http, https or mailto' : undefined}
        placeholder="https://"
        inputMode="url"
        onKeyDown={(event) => event.key === 'Escape' && close()}
        value={address}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <button type="submit" className={classes['textButton']}>
        Apply
      </button>
      {typeof before === 'string' && (
        <button type="button" className={classes['textButton']} onClick={remove}>
          Remove
        </button>
      )}
    </form>
  );
}

/** The name under which the selection stays visible while the field has the focus; styled in text.css. */
const linking = 'linking';

/** Shows the selected words while the focus is in the field. Returns a function that stops it. */
function showSelection({ state, view }: Editor): () => void {
  const link = state.schema.marks['link'];
  const { from, to, $from, empty } = state.selection;
  const words = empty && link !== undefined ? getMarkRange($from, link) : { from, to };
  if (!words || !('highlights' in CSS)) return () => {};
  const [start, end] = [view.domAtPos(words.from, 1), view.domAtPos(words.to, -1)];
  const range = document.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  CSS.highlights.set(linking, new Highlight(range));
  return () => void CSS.highlights.delete(linking);
}

type LinkBarProps = {
  editor: Editor;
  /** Opens the field for the address. */
  onEdit: () => void;
};

/** The address of the link at the caret, to be opened, changed or removed. */
export function LinkBar({ editor, onEdit }: LinkBarProps) {
  const href = useEditorState({ editor, selector: (): unknown => editor.getAttributes('link')['href'] });
  return (
    <>
      {isSafeLink(href) && (
        <a className={classes['address']} href={href} target="_blank" rel="noopener noreferrer" title={`Open ${href}`}>
          {href.replace(/^(?:https?:\/\/|mailto:)/, '')}
        </a>
      )}
      <button type="button" className={classes['textButton']} onClick={onEdit}>
        Edit link
      </button>
      <button
        type="button"
        className={classes['textButton']}
        onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
      >
        Remove link
      </button>
    </>
  );
}
