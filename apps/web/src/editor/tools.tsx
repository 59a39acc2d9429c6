import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { BlockHandle } from './blocks/moving/block-handle.tsx';
import { TableBar } from './blocks/table-bar.tsx';
import { BubbleBar } from './bubble-bar.tsx';
import { insertions } from './insert/insertions.ts';
import { MentionMenu } from './insert/mention-menu.tsx';
import { SlashMenu } from './insert/slash-menu.tsx';

type Props = {
  editor: Editor;
  documentId: string;
  mayWrite: boolean;
  isLinking: boolean;
  onLinking: (isLinking: boolean) => void;
  /** Additional actions for the selection. */
  selectionActions: ReactNode;
};

/**
 * Tools that float beside the text: the handle of a block, the menus at the caret, and the bars of
 * a selection.
 */
export default function Tools(props: Props) {
  const { editor, documentId, mayWrite, isLinking, onLinking, selectionActions } = props;
  return (
    <>
      {mayWrite && <BlockHandle editor={editor} />}
      {mayWrite && <TableBar editor={editor} />}
      {mayWrite && <MentionMenu editor={editor} documentId={documentId} />}
      {mayWrite && <SlashMenu editor={editor} insertions={insertions} />}
      {(mayWrite || selectionActions) && (
        <BubbleBar
          editor={editor}
          mayWrite={mayWrite}
          isLinking={isLinking}
          onLinking={onLinking}
          more={selectionActions}
        />
      )}
    </>
  );
}
