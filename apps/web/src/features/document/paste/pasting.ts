import { Extension, type Editor } from '@tiptap/core';
import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { isCopiedPicture } from '../blocks/uploads.ts';
import type * as readers from './readers.ts';

type Readers = typeof readers;

let loading: Promise<Readers> | null = null;

/** Brings what reads a clipboard, once. Where it cannot be had, the next paste tries again. */
function reading(): Promise<Readers> {
  loading ??= import('./readers.ts').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Reads what comes from other programs as an import would: what it says, without its looks. Text that was written as Markdown becomes what
 * it means; with Shift it stays as it is. What was copied here is left to the editor.
 */
export const Pasting = Extension.create<{ readonly onFailure: () => void }>({
  name: 'pasting',
  // Before the editor's own rules for links.
  priority: 1_100,
  addOptions: () => ({ onFailure: () => {} }),
  onCreate() {
    // Ahead, so that nothing that is typed after a paste can come before it. Not while the page is still being drawn.
    if (this.editor.isEditable) setTimeout(() => void reading().catch(() => {}), 3_000);
  },
  addProseMirrorPlugins() {
    const { editor, options } = this;
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
            void paste(editor, taken).catch((error: unknown) => {
              console.warn('What was pasted could not be read:', error);
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
 * Returns HTML without its `style` elements. The editor reads what is pasted or dropped in a document of its own, where the content
 * security policy refuses such elements as well and reports each.
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

/** The address of one of our documents, alone. */
const ownDocument = /^\s*(\S+)\/documents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?\s*$/i;

/** What of a clipboard is ours to read; null where the editor knows better. `isPlain`: nothing but its letters is wanted. */
function takenFrom(view: EditorView, { clipboardData }: ClipboardEvent, isPlain: boolean): Taken | null {
  if (clipboardData === null || view.state.selection.$from.parent.type.spec.code || isCopiedPicture(clipboardData)) return null;
  const html = clipboardData.getData('text/html');
  const text = clipboardData.getData('text/plain');
  const [, origin, id] = ownDocument.exec(text) ?? [];
  if (!isPlain && id !== undefined && origin === location.origin) return { kind: 'document', text };
  if (html !== '') return isPlain || html.includes('data-pm-slice') ? null : { kind: 'html', text: html };
  return isPlain || text.trim() === '' || !mayBeMarkdown.test(text) ? null : { kind: 'text', text };
}

/** Cheap, before the rest is asked: without one of these signs there is no Markdown in a text. */
const mayBeMarkdown = /[#*_`>|$[\]]|^[ \t]*(?:[-+]|\d+[.)])\s/m;

async function paste(editor: Editor, { kind, text }: Taken): Promise<void> {
  if (kind === 'document') return mention(editor, text);
  const { jsonOfClipboard } = await reading();
  if (editor.isDestroyed) return;
  const { state, view } = editor;
  const json = jsonOfClipboard(kind, text);
  if (json === null) {
    view.pasteText(text);
    return;
  }
  const slice = sliceOf(state.schema.nodeFromJSON(json));
  if (slice.size === 0) return;
  view.dispatch(state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
}

/** An address of one of our documents becomes a mention under its title; where that cannot be had, it stays an address. */
async function mention(editor: Editor, text: string): Promise<void> {
  const id = ownDocument.exec(text)?.[2] ?? '';
  const name = (await editor.storage.titles.titleOf?.(id)) ?? null;
  if (editor.isDestroyed) return;
  if (name === null) editor.view.pasteText(text.trim());
  else editor.commands.insertContent({ type: 'mention', attrs: { of: 'document', id, name } });
}

/** Paragraphs at the ends go on with the text around them; other blocks stand for themselves. */
export function sliceOf({ content }: Node): Slice {
  const isOpen = (node: Node | null): boolean => node?.type.name === 'paragraph';
  const blocks = Fragment.from(content);
  return new Slice(blocks, isOpen(blocks.firstChild) ? 1 : 0, isOpen(blocks.lastChild) ? 1 : 0);
}
