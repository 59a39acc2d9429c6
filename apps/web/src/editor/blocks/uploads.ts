import { t } from '@lingui/core/macro';
import type { File as Stored } from '@longhand/contract';
import { Extension, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { decorate } from '../text/decorate.ts';

/**
 * Uploads a file to the server. `progress` receives the uploaded fraction, null if it is unknown.
 */
export type Upload = (file: File, progress: (part: number | null) => void) => Promise<Stored>;

type Options = {
  /** Null if uploads are not possible. */
  readonly upload: Upload | null;
  /** Called with the file name and the error if a file could not be inserted. */
  readonly onFailure: (name: string, error: unknown) => void;
};

declare module '@tiptap/core' {
  interface Storage {
    uploads: { put: ((files: readonly File[], pos: number) => void) | null };
  }
}

type Change = { readonly add: Decoration } | { readonly remove: object };
const key = new PluginKey<DecorationSet>('uploads');

/**
 * Uploads pasted, dropped or chosen files. A placeholder marks the position of each until the
 * upload is complete.
 */
export const Uploads = Extension.create<
  Options,
  { put: ((files: readonly File[], pos: number) => void) | null }
>({
  name: 'uploads',
  addOptions: () => ({ upload: null, onFailure: () => {} }),
  addStorage: () => ({ put: null }),
  onCreate() {
    const { editor, options } = this;
    this.storage.put = (files, pos) => {
      for (const file of files) void send(editor, options, file, pos);
    };
  },
  addProseMirrorPlugins() {
    const put = (files: readonly File[], pos: number): boolean => {
      if (files.length === 0 || this.options.upload === null || !this.editor.isEditable)
        return false;
      this.storage.put?.(files, pos);
      return true;
    };
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const mapped = before === DecorationSet.empty ? before : before.map(tr.mapping, tr.doc);
            const change = tr.getMeta(key) as Change | undefined;
            if (change === undefined) return mapped;
            if ('add' in change) return mapped.add(tr.doc, [change.add]);
            return mapped.remove(
              mapped.find(undefined, undefined, ({ id }) => id === change.remove),
            );
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (view, event) => {
            const { clipboardData } = event;
            // Word adds a picture of the copied text to the clipboard: the HTML takes precedence.
            if (clipboardData === null) return false;
            if (clipboardData.types.includes('text/html') && !isCopiedPicture(clipboardData))
              return false;
            return put([...clipboardData.files], view.state.selection.from);
          },
          handleDrop: (view, event, _slice, moved) => {
            if (moved || event.dataTransfer === null) return false;
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            const isPut = put([...event.dataTransfer.files], at?.pos ?? view.state.selection.from);
            if (isPut) event.preventDefault();
            return isPut;
          },
        },
      }),
    ];
  },
});

/**
 * True for a single picture copied from a page: one image file, and HTML with only its `img`
 * element.
 */
export function isCopiedPicture(clipboard: Pick<DataTransfer, 'files' | 'getData'>): boolean {
  const { files } = clipboard;
  const html = clipboard.getData('text/html');
  const isPicture = files.length === 1 && files[0]?.type.startsWith('image/') === true;
  return (
    isPicture &&
    html.split(/<img[\s>]/i).length === 2 &&
    html.replace(/<[^<>]*>/g, '').trim() === ''
  );
}

/**
 * Opens the file dialog and inserts the chosen files at the caret. `accept` has the syntax of the
 * HTML attribute.
 */
export function chooseFiles(editor: Editor, accept: string): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = accept;
  field.multiple = true;
  field.addEventListener('change', () => {
    editor.storage.uploads.put?.([...(field.files ?? [])], editor.state.selection.from);
  });
  field.click();
}

async function send(
  editor: Editor,
  { upload, onFailure }: Options,
  file: File,
  pos: number,
): Promise<void> {
  if (upload === null) return;
  const id = {};
  const box = waiting(file.name);
  decorate(editor.view, key, { add: Decoration.widget(pos, box.dom, { id, side: 1 }) });
  try {
    const stored = await upload(file, box.progress);
    if (editor.isDestroyed) return;
    const at = placeOf(editor.state, id);
    decorate(editor.view, key, { remove: id });
    put(editor, nodeOf(editor, stored), at);
  } catch (error) {
    if (!editor.isDestroyed) decorate(editor.view, key, { remove: id });
    onFailure(file.name, error);
  }
}

/** Returns the position of a pending upload; the caret if the text around it was deleted. */
function placeOf(state: EditorState, id: object): number {
  const found = key.getState(state)?.find(undefined, undefined, (spec) => spec['id'] === id);
  return found?.[0]?.from ?? state.selection.from;
}

function nodeOf({ schema }: Editor, { url, name, type, size, width }: Stored): Node | null {
  const attrs = width === null ? { src: url, name, size } : { src: url, alt: withoutEnding(name) };
  return (
    schema.nodes[width !== null && type.startsWith('image/') ? 'image' : 'attachment']?.create(
      attrs,
    ) ?? null
  );
}

const withoutEnding = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '');

/**
 * Inserts the node after the paragraph at the position, or replaces that paragraph if it is empty.
 * Then selects the node, so that a description can be entered.
 */
function put({ state, view }: Editor, node: Node | null, at: number): void {
  if (node === null) return;
  const $at = state.doc.resolve(Math.min(at, state.doc.content.size));
  const isInText = $at.parent.isTextblock && $at.parent.content.size > 0;
  const tr = isInText
    ? state.tr.insert($at.after(), node)
    : state.tr.replaceRangeWith($at.pos, $at.pos, node);
  view.dispatch(tr);
  const now = view.state;
  now.doc.nodesBetween(
    Math.max(at - 3, 0),
    Math.min(at + 4, now.doc.content.size),
    (found, pos) => {
      if (found.attrs['src'] === node.attrs['src'] && found.type === node.type)
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)));
    },
  );
}

/** Creates the placeholder for a pending upload. */
function waiting(name: string): { dom: HTMLElement; progress: (part: number | null) => void } {
  const dom = document.createElement('span');
  const bar = document.createElement('progress');
  dom.className = 'uploading';
  dom.contentEditable = 'false';
  bar.max = 1;
  bar.ariaLabel = t`Sending ${name}`;
  dom.append(name, bar);
  return {
    dom,
    progress: (part) => {
      if (part === null) bar.removeAttribute('value');
      else bar.value = part;
    },
  };
}
