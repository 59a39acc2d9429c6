import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { IconGripVertical } from '@tabler/icons-react';
import { useCallback, useEffect, useState, type DragEvent } from 'react';
import { BlockMenu } from './block-menu.tsx';
import classes from './block-menu.module.css';
import { opensBlockMenu } from './keys.ts';
import { blockAtCaret, blockPointedAt, type Block } from './moves.ts';

/**
 * Space that the handle needs beside the text (pixels). With less there is no handle, and the menu
 * opens by its key or button.
 */
const room = 36;

/** Width of the handle (pixels). */
const handleWidth = 24;

type Shown = { readonly block: Block; readonly left: number; readonly top: number };
type Open = {
  readonly block: Block;
  readonly position: { readonly left: number; readonly right: number; readonly top: number };
};

/** The handle beside the block under the pointer. Drags the block; a press opens its menu. */
export function BlockHandle({ editor }: { editor: Editor }) {
  const shown = usePointed(editor);
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  useEffect(
    () =>
      opensBlockMenu(editor, () => {
        const block = blockAtCaret(editor.state);
        if (block === null) return;
        const { left, right, bottom } = editor.view.coordsAtPos(editor.state.selection.from);
        setOpen({ block, position: { left, right, top: bottom + 4 } });
      }),
    [editor],
  );
  return (
    <>
      {shown && (
        <button
          type="button"
          // The text has a key for the same menu.
          tabIndex={-1}
          draggable
          className={`iconButton ${classes['handle']}`}
          style={{ left: shown.left, top: shown.top }}
          aria-label={t`Block`}
          aria-haspopup="menu"
          aria-expanded={open !== null}
          title={t`Drag to move, press for more (Alt+Enter)`}
          onDragStart={(event) => drag(editor, shown.block, event)}
          onClick={() =>
            setOpen({
              block: shown.block,
              position: {
                left: shown.left,
                right: shown.left + handleWidth,
                top: shown.top + 30,
              },
            })
          }
        >
          <IconGripVertical size={17} stroke={1.6} aria-hidden="true" />
        </button>
      )}
      {open && (
        <BlockMenu editor={editor} block={open.block} position={open.position} onClose={close} />
      )}
    </>
  );
}

/** Returns the block under the pointer, computed at most once per animation frame. */
function usePointed(editor: Editor): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = (x: number, y: number): void => {
      frame = 0;
      if (editor.isDestroyed) return;
      const { left, right } = editor.view.dom.getBoundingClientRect();
      const isMirrored = document.documentElement.dir === 'rtl';
      const before = isMirrored ? document.documentElement.clientWidth - right : left;
      const isBeside = isMirrored ? x >= left && x <= right + room : x >= left - room && x <= right;
      if (before < room || !isBeside) return setShown(null);
      const at = editor.view.posAtCoords({
        left: Math.min(Math.max(x, left + 2), right - 2),
        top: y,
      });
      const block =
        at &&
        blockPointedAt(editor.state.doc, at.inside >= 0 ? Math.max(at.pos, at.inside) : at.pos);
      const dom = block && editor.view.nodeDOM(block.from);
      if (!block || !(dom instanceof HTMLElement)) return setShown(null);
      const { top } = dom.getBoundingClientRect();
      setShown((last) => {
        const isSame =
          last?.block.from === block.from && last.block.node === block.node && last.top === top;
        const start = isMirrored ? right + room - 4 - handleWidth : left - room + 4;
        return isSame ? last : { block, left: start, top: top + 1 };
      });
    };
    const moved = ({ clientX, clientY, pointerType, buttons }: PointerEvent): void => {
      if (pointerType === 'touch' || buttons !== 0 || frame !== 0) return;
      frame = requestAnimationFrame(() => look(clientX, clientY));
    };
    const hide = (): void => setShown(null);
    document.addEventListener('pointermove', moved, { passive: true });
    window.addEventListener('scroll', hide, { passive: true });
    editor.on('update', hide);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('pointermove', moved);
      window.removeEventListener('scroll', hide);
      editor.off('update', hide);
    };
  }, [editor]);
  return shown;
}

/** Starts dragging a block. From here on the editor's own drag of the selection applies. */
function drag({ view }: Editor, { from }: Block, { dataTransfer }: DragEvent): void {
  const selection = NodeSelection.create(view.state.doc, from);
  view.dispatch(view.state.tr.setSelection(selection));
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  dataTransfer.clearData();
  dataTransfer.setData('text/html', dom.innerHTML);
  dataTransfer.setData('text/plain', text);
  dataTransfer.effectAllowed = 'copyMove';
  const shown = view.nodeDOM(from);
  if (shown instanceof Element) dataTransfer.setDragImage(shown, 0, 0);
  view.dragging = { slice, move: true };
}
