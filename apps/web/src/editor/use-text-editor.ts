import { t } from '@lingui/core/macro';
import type { Decision } from '@longhand/text';
import type { Editor, EditorOptions, Extensions } from '@tiptap/core';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { useEffect, useMemo, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { editorExtensions } from './blocks/extensions.ts';
import { Joining } from './blocks/joining.ts';
import { LeafKeys } from './blocks/leaves/keys.ts';
import { Titles, type TitleOf } from './blocks/leaves/mention.ts';
import { Moving } from './blocks/moving/keys.ts';
import { Uploads, type Upload } from './blocks/uploads.ts';
import { SelectionSync } from './selection-sync.ts';
import { Carets } from './carets.ts';
import { TriggerMenu } from './insert/trigger-menu.ts';
import { BoundText } from './text/bound-text.ts';
import { DocumentUndo } from './text/document-undo.ts';
import type { Mode } from './modes.ts';
import { Pasting } from './paste/pasting.ts';
import { suggestingWriteMode } from './suggestions/write-mode.ts';
import { Suggesting } from './suggestions/suggesting.ts';
import { TypedOver } from './typed-over.ts';
import { TextDirection } from './text-direction.ts';
import { Viewport } from './viewport/viewport.ts';
import { ViewportMemory } from './viewport/viewport-memory.ts';
import { useNewEditor } from './use-new-editor.ts';

/**
 * Margins covered by the bars (pixels). Same as the scroll padding in text.css, which browsers
 * respect and ProseMirror does not.
 */
const covered = { top: 120, bottom: 64, left: 0, right: 0 };

type Options = {
  readonly doc: Y.Doc;
  /** Even client id under which this page writes edits. */
  readonly client: number;
  readonly awareness: Awareness;
  readonly userId: string;
  readonly mode: Mode;
  /** True if the user may edit the text, and not only suggest. */
  readonly mayEdit: boolean;
  /** Sends all changes made meanwhile as one update: see `Link.together`. */
  readonly together: (act: () => void) => void;
  /** Declares a decision to the server while it is carried out: see `Link.declare`. */
  readonly declare: (decision: Decision) => void;
  /** Called if pasted content could not be read. */
  readonly onPasteFailure: () => void;
  /** Called with sentences about pasted content that was left out. */
  readonly onPasteLoss: (sentences: readonly string[]) => void;
  /** Returns the titles of mentioned documents. */
  readonly titleOf: TitleOf;
  /** Uploads inserted files; null if uploads are not allowed. */
  readonly upload: Upload | null;
  readonly onUploadFailure: (name: string, error: unknown) => void;
};

/** Returns the extensions of the editor. */
function extensionsOf(
  options: Omit<Options, 'mode'>,
  mayWrite: boolean,
  memory: ViewportMemory,
): Extensions {
  const { doc, client, awareness, userId, mayEdit, together, declare } = options;
  const { onPasteFailure, onPasteLoss, titleOf, upload, onUploadFailure } = options;
  return [
    ...editorExtensions,
    BoundText.configure({
      doc,
      client,
      mayWrite,
      together,
      declare,
      // In suggesting mode, undo by a user who may edit can also revert edits.
      writeModeOf: (inside, state, tr) =>
        inside.storage.suggesting.isOn && !(tr === null && mayEdit)
          ? suggestingWriteMode(userId, state, tr)
          : { kind: 'edit' },
    }),
    TextDirection,
    Viewport.configure({ memory }),
    Carets.configure({ awareness }),
    Placeholder.configure({ placeholder: mayWrite ? t`Write here` : '' }),
    Dropcursor.configure({ color: 'var(--accent)', width: 2 }),
    Gapcursor,
    SelectionSync,
    DocumentUndo,
    TypedOver,
    TriggerMenu,
    Joining,
    Moving,
    Titles.configure({ titleOf }),
    LeafKeys,
    Pasting.configure({ onFailure: onPasteFailure, onLoss: onPasteLoss }),
    Uploads.configure({ upload, onFailure: onUploadFailure }),
    Suggesting.configure({ author: mayWrite ? userId : null }),
  ];
}

/** Returns the properties of the editor's element. */
function editorPropsOf(mayWrite: boolean): EditorOptions['editorProps'] {
  return {
    scrollThreshold: covered,
    scrollMargin: covered,
    attributes: {
      role: 'textbox',
      'aria-label': t`Document text`,
      'aria-multiline': 'true',
      'aria-readonly': String(!mayWrite),
      tabindex: '0',
    },
  };
}

/**
 * Creates the editor of a shared text that has arrived, which is its initial content. Undo only
 * reverts local edits. The editor of a read-only user writes nothing. Returns null until the editor
 * is ready.
 */
export function useTextEditor(options: Options): Editor | null {
  const { doc, client, awareness, userId, mode, mayEdit, together, declare } = options;
  const { onPasteFailure, onPasteLoss, titleOf, upload, onUploadFailure } = options;
  const mayWrite = mode !== 'viewing';
  const [memory] = useState(() => new ViewportMemory());
  const editorOptions = useMemo(
    (): Partial<EditorOptions> => ({
      extensions: extensionsOf(
        {
          doc,
          client,
          awareness,
          userId,
          mayEdit,
          together,
          declare,
          onPasteFailure,
          onPasteLoss,
          titleOf,
          upload,
          onUploadFailure,
        },
        mayWrite,
        memory,
      ),
      editable: mayWrite,
      injectCSS: false,
      // `Suggesting` writes copied text. No extension listens to deletions, which would be searched
      // for in every change.
      enableCoreExtensions: { clipboardTextSerializer: false, delete: false },
      editorProps: editorPropsOf(mayWrite),
    }),
    [
      doc,
      client,
      awareness,
      mayWrite,
      memory,
      mayEdit,
      userId,
      together,
      declare,
      onPasteFailure,
      onPasteLoss,
      titleOf,
      upload,
      onUploadFailure,
    ],
  );
  const editor = useNewEditor(editorOptions);
  useEffect(() => {
    if (editor?.isDestroyed === false) editor.commands.setSuggesting(mode === 'suggesting');
  }, [editor, mode]);
  return editor;
}
