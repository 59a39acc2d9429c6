import { t } from '@lingui/core/macro';
import { isSafeLink, linkTarget } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { getMarkRange } from '@tiptap/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import classes from './toolbar.module.css';
import { useEditorValue } from './use-editor-value.ts';

/** Key of the bubble menu in the editor. */
export const bubble = 'bubble';

/**
 * Shows the bubble. If the field in it is opened from the toolbar by keyboard, the text is not
 * focused and the bubble is hidden.
 */
function showBubble(editor: Editor): void {
  editor.commands.setMeta(bubble, 'show');
  editor.commands.setMeta(bubble, 'updatePosition');
}

/** Field for the address of the selected text's link. Accepts only http, https and mailto. */
export function LinkField({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const before: unknown = editor.getAttributes('link')['href'];
  const [address, setAddress] = useState(typeof before === 'string' ? before : '');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    showBubble(editor);
    // Without scrolling: the bubble gets its position after this effect.
    field.current?.focus({ preventScroll: true });
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
    <form className={`strip ${classes['link']}`} onSubmit={submit}>
      <input
        ref={field}
        dir="ltr"
        aria-label={t`Link address`}
        aria-invalid={isWrong}
        title={isWrong ? t`A link begins with http, https or mailto` : undefined}
        placeholder="https://"
        inputMode="url"
        onKeyDown={(event) => event.key === 'Escape' && close()}
        value={address}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <button type="submit" className={`choice medium ${classes['textButton']}`}>
        {t`Apply`}
      </button>
      {typeof before === 'string' && (
        <button type="button" className={`choice medium ${classes['textButton']}`} onClick={remove}>
          {t`Remove`}
        </button>
      )}
    </form>
  );
}

/**
 * Name of the CSS highlight that keeps the selection visible while the field has the focus; styled
 * in text.css.
 */
const linking = 'linking';

/**
 * Highlights the selected text while the field has the focus. Returns a function that removes the
 * highlight.
 */
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

/** The address of the link at the caret, with actions to open, change or remove it. */
export function LinkBar({ editor, onEdit }: LinkBarProps) {
  const href = useEditorValue(editor, (): unknown => editor.getAttributes('link')['href']);
  return (
    <>
      {isSafeLink(href) && (
        <a
          className={`ellipsis ${classes['address']}`}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          title={t`Open ${href}`}
        >
          {href.replace(/^(?:https?:\/\/|mailto:)/, '')}
        </a>
      )}
      <button type="button" className={`choice medium ${classes['textButton']}`} onClick={onEdit}>
        {t`Edit link`}
      </button>
      <button
        type="button"
        className={`choice medium ${classes['textButton']}`}
        onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
      >
        {t`Remove link`}
      </button>
    </>
  );
}
