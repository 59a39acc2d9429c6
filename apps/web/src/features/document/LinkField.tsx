import { linkTarget } from '@longhand/document';
import type { Editor } from '@tiptap/core';
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
