import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconTrash,
  type IconProps,
} from '@tabler/icons-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { turns } from '../../insert/insertions.ts';
import menu from '../../insert/insert-menu.module.css';
import { carrying } from '../../suggestions/carrying.ts';
import { doubled, moved, removed, type Block } from './moves.ts';
import classes from './block-menu.module.css';
import { numberedListAt } from './list-numbers.ts';
import { NumberChoices, StartField } from './number-choices.tsx';
import { alignStarts } from '../../../ui/position-menu.ts';

type Props = {
  editor: Editor;
  block: Block;
  /** Its top, and the edges of the place below which it begins (pixels in the window). */
  position: { readonly left: number; readonly right: number; readonly top: number };
  onClose: () => void;
};

/** Menu of actions for a whole block. Source: WAI-ARIA Authoring Practices, Menu. */
export function BlockMenu({ editor, block, position, onClose }: Props) {
  const [isRestarting, setRestarting] = useState(false);
  const box = useMenuPosition(position);
  useClosingOutside(box, onClose);
  const close = (): void => {
    onClose();
    editor.view.focus();
  };
  const act = (run: () => void): void => {
    close();
    // The document may have been changed by others since the menu was opened.
    if (editor.state.doc.nodeAt(block.from)?.type === block.node.type) run();
  };
  const list = numberedListAt(editor.state.doc, block.from);
  const setOfList = (name: 'type' | 'start', value: string | number | null): void =>
    act(() => {
      const now = numberedListAt(editor.state.doc, block.from);
      if (now !== null) editor.view.dispatch(editor.state.tr.setNodeAttribute(now.at, name, value));
    });
  const className = `float ${menu['menu']} ${classes['menu']}`;
  if (isRestarting && list !== null)
    return (
      <div ref={box} role="dialog" aria-label={t`Restart numbering`} className={className}>
        <StartField
          start={list.start}
          onStart={(start) => setOfList('start', start)}
          onClose={close}
        />
      </div>
    );
  return (
    <div
      ref={box}
      role="menu"
      tabIndex={-1}
      aria-label={t`Block`}
      className={className}
      onKeyDown={(event) => moveInMenu(event, editor, onClose)}
    >
      <BlockActions editor={editor} block={block} onAct={act} />
      {list && (
        <NumberChoices
          list={list}
          onForm={(type) => setOfList('type', type)}
          onRestart={() => setRestarting(true)}
        />
      )}
      {isText(block) && <Turns editor={editor} block={block} onAct={act} />}
    </div>
  );
}

/** Keeps the menu in the window, and focuses its first item when it opens. Returns its ref. */
function useMenuPosition(position: Props['position']): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const { offsetHeight, style } = box.current;
    alignStarts(box.current, position);
    style.top = `${Math.max(8, Math.min(position.top, window.innerHeight - offsetHeight - 8))}px`;
    box.current.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [position]);
  return box;
}

/** Closes the menu on a press outside of it, and when the page scrolls. */
function useClosingOutside(box: RefObject<HTMLDivElement | null>, onClose: () => void): void {
  useEffect(() => {
    const pressed = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && box.current?.contains(target))) onClose();
    };
    document.addEventListener('pointerdown', pressed);
    window.addEventListener('scroll', onClose, { passive: true });
    return () => {
      document.removeEventListener('pointerdown', pressed);
      window.removeEventListener('scroll', onClose);
    };
  }, [box, onClose]);
}

type ItemsProps = {
  editor: Editor;
  block: Block;
  /** Closes the menu, and runs the action if the block still exists. */
  onAct: (run: () => void) => void;
};

/** Items that move, copy or delete the block. */
function BlockActions({ editor, block, onAct }: ItemsProps) {
  const { state } = editor;
  const move = (way: 'up' | 'down') =>
    carrying(editor, 'move', (carry) => moved(editor.state, block, way, carry));
  const copy = () => carrying(editor, 'copy', (carry) => doubled(editor.state, block, carry));
  const acts = [
    {
      name: t`Move up`,
      icon: IconArrowUp,
      tr: () => move('up'),
      can: moved(state, block, 'up') !== null,
    },
    {
      name: t`Move down`,
      icon: IconArrowDown,
      tr: () => move('down'),
      can: moved(state, block, 'down') !== null,
    },
    { name: t`Duplicate`, icon: IconCopy, tr: copy, can: true },
    { name: t`Delete`, icon: IconTrash, tr: () => removed(editor.state, block), can: true },
  ];
  return acts
    .filter(({ can }) => can)
    .map(({ name, icon, tr }) => (
      <Item
        key={name}
        name={name}
        icon={icon}
        onPress={() =>
          onAct(() => {
            const made = tr();
            if (made) editor.view.dispatch(made);
          })
        }
      />
    ));
}

/** Items that turn the block into another kind. */
function Turns({ editor, block, onAct }: ItemsProps) {
  return (
    <div role="group" aria-label={t`Turn into`}>
      <p className={`soft firm ${menu['group']}`} role="presentation">
        {t`Turn into`}
      </p>
      {turns.map(({ id, name, icon, put }) => (
        <Item
          key={id}
          name={name}
          icon={icon}
          onPress={() =>
            onAct(() => {
              select(editor, block);
              put(editor.chain().focus(), editor).run();
            })
          }
        />
      ))}
    </div>
  );
}

type ItemProps = { name: string; icon: ComponentType<IconProps>; onPress: () => void };

function Item({ name, icon: Icon, onPress }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`strip wide choice ink ${menu['line']}`}
      onClick={onPress}
    >
      <span className={`soft rigid ${menu['icon']}`}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      {name}
    </button>
  );
}

/** True if a block is, or begins with, a text block that can be turned into another kind. */
const isText = ({ node }: Block): boolean =>
  node.isTextblock || node.firstChild?.isTextblock === true;

/** Moves the caret to the end of the block's first text block, so that the action applies to it. */
function select({ state, view }: Editor, { from, node }: Block): void {
  const line = node.isTextblock ? node : node.firstChild;
  const start = node.isTextblock ? from + 1 : from + 2;
  const selection = line?.isTextblock
    ? TextSelection.create(state.doc, start + line.content.size)
    : NodeSelection.create(state.doc, from);
  view.dispatch(state.tr.setSelection(selection));
}

function moveInMenu(event: KeyboardEvent<HTMLElement>, editor: Editor, onClose: () => void): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % all.length,
    ArrowUp: (at - 1 + all.length) % all.length,
    Home: 0,
    End: all.length - 1,
  };
  const target = targets[event.key];
  if (target !== undefined) all[target]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') {
    onClose();
    editor.view.focus();
  } else if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    const later = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    later.find(({ textContent }) => textContent?.toLowerCase().startsWith(letter))?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
