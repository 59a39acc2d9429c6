import { Extension, type Editor } from '@tiptap/core';
import {
  Plugin,
  PluginKey,
  TextSelection,
  type EditorState,
  type Transaction,
} from '@tiptap/pm/state';
import { shows } from '@longhand/text';

/** Characters that open a menu at the caret: `/` for insertions, `@` for users and documents. */
export type Trigger = '/' | '@';

/** The text typed into such a menu, from the trigger up to the caret. */
export type TriggerQuery = {
  readonly trigger: Trigger;
  readonly from: number;
  readonly to: number;
  readonly query: string;
};

type State = { readonly trigger: Trigger; readonly from: number } | null;

declare module '@tiptap/core' {
  interface Storage {
    triggerMenu: { listener: ((event: KeyboardEvent) => boolean) | null };
  }
}

const key = new PluginKey<State>('triggerMenu');

/**
 * Maximum length of a query (characters); longer text is taken for a sentence with a slash in it.
 */
const longest = 30;

/**
 * Detects a trigger typed at the start of a word. While its menu is open, the menu handles keys
 * first.
 */
export const TriggerMenu = Extension.create<
  object,
  { listener: ((event: KeyboardEvent) => boolean) | null }
>({
  name: 'triggerMenu',
  // Its keys take precedence over those of the text.
  priority: 2_000,
  addStorage: () => ({ listener: null }),
  addProseMirrorPlugins() {
    return [
      new Plugin<State>({
        key,
        state: {
          init: () => null,
          apply: (tr, open, before, now) => {
            const meta: unknown = tr.getMeta(key);
            if (meta === 'close') return null;
            if (meta === '/' || meta === '@')
              return stillOpen(now, { trigger: meta, from: now.selection.from - 1 });
            const next =
              open === null
                ? openedBy(tr, before, now)
                : { ...open, from: tr.mapping.map(open.from, -1) };
            return stillOpen(now, next);
          },
        },
        props: {
          handleKeyDown: (view, event) =>
            key.getState(view.state) !== null && (this.storage.listener?.(event) ?? false),
          handleDOMEvents: {
            blur: (view) => {
              if (key.getState(view.state) !== null)
                view.dispatch(view.state.tr.setMeta(key, 'close'));
            },
          },
        },
      }),
    ];
  },
});

/** Returns the text typed into the open menu at the caret; null if none is open. */
export function triggerQueryOf(state: EditorState): TriggerQuery | null {
  const open = key.getState(state) ?? null;
  if (open === null) return null;
  const to = state.selection.from;
  return { ...open, to, query: state.doc.textBetween(open.from + 1, to) };
}

/** Closes the menu and leaves the typed text. */
export function closeTriggerMenu(editor: Editor): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, 'close'));
}

/**
 * Calls `hear` first for every key while a menu is open. Returns a function that unregisters it.
 */
export function onTriggerMenuKey(
  editor: Editor,
  hear: (event: KeyboardEvent) => boolean,
): () => void {
  const storage = editor.storage.triggerMenu;
  storage.listener = hear;
  return () => {
    if (storage.listener === hear) storage.listener = null;
  };
}

/** Opens a menu as if its trigger had been typed. */
export function openTriggerMenu(editor: Editor, trigger: Trigger): void {
  const { state, view } = editor;
  view.focus();
  const { $from } = state.selection;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code) return;
  view.dispatch(state.tr.insertText(trigger).setMeta(key, trigger).scrollIntoView());
}

/**
 * Returns a trigger that this transaction inserted before the caret, after a block start, a space
 * or a bracket.
 */
function openedBy(tr: Transaction, before: EditorState, { selection }: EditorState): State {
  if (!tr.docChanged || tr.getMeta(shows) === true || !(selection instanceof TextSelection))
    return null;
  const { $from, empty, from } = selection;
  if (!empty || from !== before.selection.to + 1 - (before.selection.to - before.selection.from))
    return null;
  const text = $from.parent.textBetween(
    Math.max($from.parentOffset - 2, 0),
    $from.parentOffset,
    undefined,
    '\uFFFC',
  );
  const trigger = /(?:^|[\s([{\uFFFC¶])([/@])$/.exec(text)?.[1];
  return trigger === '/' || trigger === '@' ? { trigger, from: from - 1 } : null;
}

/** Keeps the menu open while the caret is at most three words behind its trigger. */
function stillOpen({ doc, selection }: EditorState, open: State): State {
  if (open === null || !(selection instanceof TextSelection) || !selection.empty) return null;
  const { $from } = selection;
  const isHere =
    open.from >= $from.start() &&
    open.from < selection.from &&
    $from.parent.type.spec.code !== true;
  if (!isHere || selection.from - open.from - 1 > longest) return null;
  const text = doc.textBetween(open.from, selection.from, '\n', '\uFFFC');
  return text.startsWith(open.trigger) && /^.(?:\S+(?: \S*){0,2})?$/u.test(text) ? open : null;
}
