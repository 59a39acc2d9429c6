import { Extension, type Editor } from '@tiptap/core';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { isCopiedPicture } from '../blocks/uploads.ts';
import type * as readers from './readers.ts';

type Readers = typeof readers;

/**
 * Creates a function that loads the clipboard readers once. After a failure, the next call tries
 * again. An import alone is not enough: also for a loaded module, a browser may resolve it after
 * the next key press.
 */
function createReading(): () => Promise<Readers> {
  let loading: Promise<Readers> | null = null;
  return () => {
    loading ??= import('./readers.ts').catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

type PastingOptions = {
  /** Called if the clipboard content could not be read. */
  readonly onFailure: () => void;
  /** Called with sentences about pasted content that was left out. */
  readonly onLoss: (sentences: readonly string[]) => void;
};

type PastingStorage = { readonly reading: () => Promise<Readers> };

/**
 * Converts pasted content from other programs like an import: its content, without its styling.
 * Markdown text is converted; with Shift, text is pasted unchanged. Content copied from this editor
 * is left to the editor.
 */
export const Pasting = Extension.create<PastingOptions, PastingStorage>({
  name: 'pasting',
  // Runs before the editor's own rules for links.
  priority: 1_100,
  addOptions: () => ({ onFailure: () => {}, onLoss: () => {} }),
  addStorage: () => ({ reading: createReading() }),
  onCreate() {
    const { reading } = this.storage;
    // Load in advance, so that text typed after a paste cannot precede it. Not while the page is
    // still rendering.
    if (this.editor.isEditable) setTimeout(() => void reading().catch(() => {}), 3_000);
  },
  addProseMirrorPlugins() {
    const { editor, options, storage } = this;
    let isShiftDown = false;
    return [
      new Plugin({
        key: new PluginKey('pasting'),
        props: {
          transformPastedHTML: withoutSheets,
          handleDOMEvents: {
            keydown(_view, { key, shiftKey }) {
              isShiftDown = shiftKey || key === 'Shift';
              return false;
            },
            keyup(_view, { key, shiftKey }) {
              isShiftDown = shiftKey && key !== 'Shift';
              return false;
            },
          },
          handlePaste(view, event) {
            const taken = view.editable ? takenFrom(view, event, isShiftDown) : null;
            if (taken === null) return false;
            void paste(editor, taken, { ...storage, ...options }).catch((error: unknown) => {
              console.warn('The clipboard content could not be read:', error);
              options.onFailure();
            });
            return true;
          },
        },
      }),
    ];
  },
});

/**
 * Returns HTML without its `style` elements. The editor parses pasted or dropped HTML in a separate
 * document. There the content security policy also refuses such elements, and reports each one.
 */
export function withoutSheets(html: string): string {
  const [opening, closing] = [/<style(?![\w-])/gi, /<\/style(?![\w-])/gi];
  let kept = '';
  for (let at = 0; ;) {
    opening.lastIndex = at;
    const start = opening.exec(html)?.index;
    if (start === undefined) return kept + html.slice(at);
    kept += html.slice(at, start);
    closing.lastIndex = start;
    const end = closing.exec(html) === null ? -1 : html.indexOf('>', closing.lastIndex);
    if (end === -1) return kept;
    at = end + 1;
  }
}

type Taken = { readonly kind: 'html' | 'text' | 'document'; readonly text: string };

/** Matches text that is only the address of a document of this application. */
const ownDocument = /^\s*(\S+)\/documents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?\s*$/i;

/**
 * Returns the part of a clipboard that is converted here; null to use the editor's default.
 * `isPlain`: only plain text is wanted.
 */
function takenFrom(
  view: EditorView,
  { clipboardData }: ClipboardEvent,
  isPlain: boolean,
): Taken | null {
  if (
    clipboardData === null ||
    view.state.selection.$from.parent.type.spec.code ||
    isCopiedPicture(clipboardData)
  )
    return null;
  const html = clipboardData.getData('text/html');
  const text = clipboardData.getData('text/plain');
  const [, origin, id] = ownDocument.exec(text) ?? [];
  if (!isPlain && id !== undefined && origin === location.origin) return { kind: 'document', text };
  if (html !== '')
    return isPlain || html.includes('data-pm-slice') ? null : { kind: 'html', text: html };
  return isPlain || text.trim() === '' || !mayBeMarkdown.test(text) ? null : { kind: 'text', text };
}

/** Cheap check first: text without any of these signs cannot be Markdown. */
const mayBeMarkdown = /[#*_`>|$[\]]|^[ \t]*(?:[-+]|\d+[.)])\s/m;

async function paste(
  editor: Editor,
  { kind, text }: Taken,
  { reading, onLoss }: Pick<PastingOptions, 'onLoss'> & PastingStorage,
): Promise<void> {
  if (kind === 'document') return mention(editor, text);
  const { jsonOfClipboard } = await reading();
  if (editor.isDestroyed) return;
  const { state, view } = editor;
  const lost = new Set<string>();
  const json = jsonOfClipboard(kind, text, lost);
  if (json === null) {
    view.pasteText(text);
    return;
  }
  const slice = sliceOf(state.schema.nodeFromJSON(json));
  if (slice.size === 0) return;
  view.dispatch(
    state.tr
      .replaceSelection(slice)
      .scrollIntoView()
      .setMeta('paste', true)
      .setMeta('uiEvent', 'paste'),
  );
  if (lost.size > 0) onLoss([...lost]);
}

/**
 * Inserts the address of a document of this application as a mention with its title. If the title
 * is not available, inserts the address.
 */
async function mention(editor: Editor, text: string): Promise<void> {
  const id = ownDocument.exec(text)?.[2] ?? '';
  const name = (await editor.storage.titles.titleOf?.(id)) ?? null;
  if (editor.isDestroyed) return;
  if (name === null) editor.view.pasteText(text.trim());
  else editor.commands.insertContent({ type: 'mention', attrs: { of: 'document', id, name } });
}

/**
 * Creates a slice: paragraphs at its ends join the surrounding text; other blocks remain separate.
 */
export function sliceOf({ content }: Node): Slice {
  const isOpen = (node: Node | null): boolean => node?.type.name === 'paragraph';
  const blocks = Fragment.from(content);
  return new Slice(blocks, isOpen(blocks.firstChild) ? 1 : 0, isOpen(blocks.lastChild) ? 1 : 0);
}
