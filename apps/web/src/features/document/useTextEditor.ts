import { keepTextPlaces, nodeNames, textOfDoc } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { Dropcursor, Gapcursor, Placeholder } from '@tiptap/extensions';
import { useEditor } from '@tiptap/react';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { drawnExtensions } from './blocks/drawn.ts';
import { LeafKeys } from './blocks/leaves/keys.ts';
import { Titles, type TitleOf } from './blocks/leaves/mention.ts';
import { Moving } from './blocks/moving/keys.ts';
import { Uploads, type Upload } from './blocks/uploads.ts';
import { CaretReader } from './caretReader.ts';
import { Carets } from './carets.ts';
import { TypedMenu } from './insert/typed.ts';
import { ExactReading } from './exactReading.ts';
import { ExactWriting } from './exactWriting.ts';
import { DocumentUndo } from '../../ui/inText/documentUndo.ts';
import { boundTo } from './firstText.ts';
import type { Mode } from './modes.ts';
import { Pasting } from './paste/pasting.ts';
import { readerCopy } from './readerCopy.ts';
import { Suggesting } from './suggesting/suggesting.ts';
import { whenObstacle } from './useObstacle.ts';

/** Where the line one types in would be under the bars, in px: as the scroll padding in text.css, which browsers follow and ProseMirror does not. */
const covered = { top: 120, bottom: 64, left: 0, right: 0 };

/** Undo takes away nothing of these kinds into which somebody else has written. */
const kinds = new Set(nodeNames);

type Options = {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly userId: string;
  readonly mode: Mode;
  /** Sends all that is done meanwhile as one: see `Link.together`. */
  readonly together: (act: () => void) => void;
  /** Is told that something cannot be suggested, and was not done. */
  readonly onRefused: () => void;
  /** Is told that something pasted could not be read. */
  readonly onPasteFailure: () => void;
  /** Finds titles of documents that are mentioned. */
  readonly titleOf: TitleOf;
  /** Sends files that come into the text; null where none may. */
  readonly upload: Upload | null;
  readonly onUploadFailure: (name: string, error: unknown) => void;
};

/**
 * The editor of a shared text that has arrived: attached earlier, it would take an empty document for the truth. Undo takes back
 * one's own edits only. Who may not write gets an editor on a copy. Null until it stands.
 */
export function useTextEditor({
  doc,
  awareness,
  userId,
  mode,
  together,
  onRefused,
  onPasteFailure,
  titleOf,
  upload,
  onUploadFailure,
}: Options): Editor | null {
  const mayWrite = mode !== 'viewing';
  const shown = useShownDoc(doc, mayWrite);
  useEffect(() => (mayWrite ? keepTextPlaces(doc) : undefined), [doc, mayWrite]);
  const editor = useEditor(
    {
      extensions:
        shown === null
          ? drawnExtensions
          : [
              ...drawnExtensions,
              ...boundTo(textOfDoc(shown), { protectedNodes: kinds }),
              ExactReading,
              Carets.configure({ awareness }),
              Placeholder.configure({ placeholder: mayWrite ? 'Write here' : '' }),
              Dropcursor.configure({ color: 'var(--accent)', width: 2 }),
              Gapcursor,
              CaretReader,
              DocumentUndo,
              ...(mayWrite ? [ExactWriting] : []),
              TypedMenu,
              Moving,
              Titles.configure({ titleOf }),
              LeafKeys,
              Pasting.configure({ onFailure: onPasteFailure }),
              Uploads.configure({ upload, onFailure: onUploadFailure }),
              Suggesting.configure({ author: userId, doc: mayWrite ? shown : null, onRefused, together }),
            ],
      editable: mayWrite,
      injectCSS: false,
      immediatelyRender: false,
      shouldRerenderOnTransaction: false,
      editorProps: {
        scrollThreshold: covered,
        scrollMargin: covered,
        attributes: {
          role: 'textbox',
          'aria-label': 'Document text',
          'aria-multiline': 'true',
          'aria-readonly': String(!mayWrite),
          tabindex: '0',
          dir: 'auto',
        },
      },
    },
    [shown, awareness, mayWrite, userId, together, onRefused, onPasteFailure, titleOf, upload, onUploadFailure],
  );
  useEffect(() => {
    if (!mayWrite || editor === null) return;
    // What the binding does not know, or cannot show, it would delete, for everybody.
    return whenObstacle(doc, () => (ySyncPluginKey.getState(editor.state) as Bound | undefined)?.binding?.destroy());
  }, [doc, editor, mayWrite]);
  useEffect(() => {
    // Before the text has arrived there is an editor without this.
    if (editor?.isDestroyed === false && 'setSuggesting' in editor.commands) editor.commands.setSuggesting(mode === 'suggesting');
  }, [editor, mode]);
  return editor;
}

type Bound = { readonly binding: { destroy(): void } | null };

/** The document itself for a writer; a copy that gives nothing back for a reader. */
function useShownDoc(doc: Y.Doc, mayWrite: boolean): Y.Doc | null {
  const [copy, setCopy] = useState<Y.Doc | null>(null);
  useEffect(() => {
    if (mayWrite) return;
    const reader = readerCopy(doc);
    setCopy(reader.copy);
    return () => {
      reader.stop();
      setCopy(null);
    };
  }, [doc, mayWrite]);
  return mayWrite ? doc : copy;
}
