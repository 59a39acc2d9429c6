import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { IconGripVertical, IconLink, IconPlus } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { FormatButton } from './format-button.tsx';
import { blockFormats, letterFormats, styleFormats, undoFormats, type Format } from './formats.ts';
import { openTriggerMenu } from './insert/trigger-menu.ts';
import { setTabStop, moveInToolbar } from './roving-tab-index.ts';
import classes from './toolbar.module.css';
import { useActive } from './use-active.ts';
import { useEditorValue } from './use-editor-value.ts';

const watched = [...letterFormats, ...styleFormats, ...blockFormats];

/** The formatting toolbar above the text. A single Tab stop; arrow keys move along it. */
export function Toolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const active = useActive(editor, watched);
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (bar.current !== null) setTabStop(bar.current);
  }, []);
  return (
    <div
      ref={bar}
      className={classes['bar']}
      role="toolbar"
      tabIndex={-1}
      aria-label={t`Formatting`}
      onKeyDown={moveInToolbar}
    >
      <div className={`strip ${classes['row']}`}>
        {undoFormats.map((format) => (
          <UndoButton key={format.id} editor={editor} format={format} />
        ))}
        <span className={`rigid ${classes['gap']}`} />
        <StyleSelect editor={editor} active={active} />
        <span className={`rigid ${classes['gap']}`} />
        {letterFormats.map((format) => (
          <FormatButton
            key={format.id}
            editor={editor}
            format={format}
            isOn={active.has(format.id)}
          />
        ))}
        <LinkButton editor={editor} onLink={onLink} />
        <span className={`rigid ${classes['gap']}`} />
        <InsertButton editor={editor} />
        <BlockButton editor={editor} />
        {blockFormats.map((format) => (
          <FormatButton
            key={format.id}
            editor={editor}
            format={format}
            isOn={active.has(format.id)}
          />
        ))}
      </div>
    </div>
  );
}

/** Button for undo or redo. Rerenders only when it becomes possible or impossible. */
function UndoButton({ editor, format }: { editor: Editor; format: Format }) {
  const isPossible = useEditorValue(editor, () => format.isPossible?.(editor));
  return <FormatButton editor={editor} format={format} isOn={false} isPossible={isPossible} />;
}

type StyleProps = { editor: Editor; active: ReadonlySet<string> };

/** Field with the paragraph style at the caret, or a description of several ones. */
function StyleSelect({ editor, active }: StyleProps) {
  const style = styleFormats.find(({ id }) => active.has(id));
  return (
    <select
      className={`soft coloured ${classes['style']}`}
      aria-label={t`Paragraph style`}
      value={style?.id ?? 'other'}
      onChange={(event) =>
        styleFormats.find(({ id }) => id === event.currentTarget.value)?.run(editor)
      }
    >
      {style === undefined && (
        <option value="other">{active.has('codeBlock') ? t`Code` : t`Mixed`}</option>
      )}
      {styleFormats.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Opens the menu of insertions at the caret. */
function InsertButton({ editor }: { editor: Editor }) {
  return (
    <button
      type="button"
      className={`iconButton ${classes['button']}`}
      aria-label={t`Insert`}
      title={t`Insert (/)`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => openTriggerMenu(editor, '/')}
    >
      <IconPlus size={18} stroke={1.7} />
    </button>
  );
}

/** Opens the menu of actions for the block at the caret. */
function BlockButton({ editor }: { editor: Editor }) {
  return (
    <button
      type="button"
      className={`iconButton ${classes['button']}`}
      aria-label={t`Block`}
      aria-haspopup="menu"
      title={t`Block (Alt+Enter)`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => editor.storage.moving.openMenu?.()}
    >
      <IconGripVertical size={18} stroke={1.7} />
    </button>
  );
}

/**
 * Opens the field for a link's address. A link needs text, so the button is disabled without a
 * selection or link.
 */
export function LinkButton({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const { isOn, isPossible } = useEditorValue(editor, () => ({
    isOn: editor.isActive('link'),
    isPossible: editor.isActive('link') || !editor.state.selection.empty,
  }));
  return (
    <button
      type="button"
      className={`iconButton ${classes['button']}`}
      aria-label={t`Link`}
      title={t`Link`}
      aria-pressed={isOn}
      aria-disabled={!isPossible}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => isPossible && onLink()}
    >
      <IconLink size={18} stroke={1.7} />
    </button>
  );
}
