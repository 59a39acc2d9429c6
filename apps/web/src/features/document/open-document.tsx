import { t } from '@lingui/core/macro';
import type { Document, User } from '@longhand/contract';
import type { Right } from '@longhand/sync/protocol';
import type { Decision } from '@longhand/text';
import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { DocumentBar } from './document-bar.tsx';
import { EditedDocument } from './edited-document.tsx';
import { LiveMark } from './live-mark.tsx';
import { AvatarStack } from './avatar-stack.tsx';
import { ModeSelect } from './mode-select.tsx';
import type { Mode } from '../../editor/modes.ts';
import { cardsTabId, type AdditionsProvider } from '../../editor/editor-context.ts';
import { DocumentMenu } from './menu/document-menu.tsx';
import { useOwnCommands } from './menu/use-own-commands.ts';
import { useFollow } from './use-follow.ts';
import type { LiveText } from './use-live-text.ts';
import { useMode } from '../../editor/use-mode.ts';
import { usePeopleHere } from './use-people-here.ts';
import { useStatusMessage } from './use-status-message.ts';
import { useTextEditor } from '../../editor/use-text-editor.ts';
import { useTitleOf } from '../../editor/use-title-of.ts';
import { useUpload } from '../../editor/use-upload.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { useTitle } from './use-title.ts';

type Props = {
  document: Document;
  user: User;
  breadcrumb: ReactNode;
  status: ReactNode;
  share: ReactNode;
  live: LiveText;
  right: Right;
  additions: AdditionsProvider;
  onShown: (() => void) | undefined;
};

/** A document whose text has arrived. */
export function OpenDocument(props: Props) {
  const { document, user, breadcrumb, status, share, live, right, additions, onShown } = props;
  const { mode, allowed, setMode } = useMode(right);
  const { statusMessage, announce } = useStatusMessage();
  const editor = useDocumentEditor({ document, user, live, right, mode, announce });
  const isShown = editor !== null;
  useEffect(() => {
    if (isShown) onShown?.();
  }, [isShown, onShown]);
  const title = useTitle(document, user.id);
  const people = usePeopleHere(live.awareness, user.id);
  const following = useFollow(editor, live.awareness, people, announce);
  const { openTabId, setOpenTab, toggle } = useOpenTab();
  // The bar outlives the editor, which is recreated for each mode, so that a control pressed in the
  // bar keeps the focus.
  const [tools, setTools] = useState<HTMLElement | null>(null);
  useOwnCommands({ mayRename: right === 'write' && mode !== 'viewing' });
  return (
    <>
      <DocumentBar
        breadcrumb={breadcrumb}
        status={status}
        saved={<LiveMark link={live.link} title={title.mark} />}
        mode={<ModeSelect mode={mode} allowed={allowed} onChange={setMode} />}
        tools={setTools}
        faces={<AvatarStack people={people} following={following} />}
        share={share}
        menu={<DocumentMenu />}
      />
      {editor !== null && (
        <EditedDocument
          key={String(mode === 'viewing')}
          editor={editor}
          live={live}
          document={document}
          user={user}
          title={title}
          status={status}
          right={right}
          mode={mode}
          statusMessage={statusMessage}
          tools={tools}
          openTabId={openTabId}
          onOpenTab={setOpenTab}
          onToggle={toggle}
          additions={additions}
        />
      )}
    </>
  );
}

type EditorOptions = Pick<Props, 'document' | 'user' | 'live' | 'right'> & {
  mode: Mode;
  /** Reports a failed action. A stable reference. */
  announce: (sentence: string) => void;
};

/** Creates the editor of the document's text. Returns null until it is ready. */
function useDocumentEditor(options: EditorOptions): Editor | null {
  const { document, user, live, right, mode, announce } = options;
  const onPasteFailure = useCallback(
    () =>
      announce(t`The clipboard content could not be read. Try again, or paste it as plain text.`),
    [announce],
  );
  const show = useToast();
  const onPasteLoss = useCallback(
    async (sentences: readonly string[]) => {
      // The import keeps documents fast to open. Without a connection the sentences stay English.
      const read = await import('./paste-loss.ts').catch(() => null);
      const texts = read === null ? sentences : sentences.map(read.pasteLoss);
      show({ title: t`Some content was not pasted`, text: texts.join(' ') });
    },
    [show],
  );
  const { link } = live;
  const declare = useCallback(
    ({ verdict, ids }: Decision) => link.declare({ verdict, ids: [...ids] }),
    [link],
  );
  const titleOf = useTitleOf();
  const upload = useUpload(document.id);
  const onUploadFailure = useCallback(
    (name: string, error: unknown) =>
      announce(t`“${name}” was not inserted. ${{ sentence: sentenceOf(error) }}`),
    [announce],
  );
  return useTextEditor({
    doc: live.doc,
    client: live.client,
    awareness: live.awareness,
    userId: user.id,
    mode,
    mayEdit: right === 'write',
    together: live.link.together,
    declare,
    onPasteFailure,
    onPasteLoss,
    titleOf,
    upload,
    onUploadFailure,
  });
}

/** Returns the open side panel (null: none). `toggle` closes it, or opens the last one again. */
function useOpenTab(): {
  openTabId: string | null;
  setOpenTab: (id: string | null) => void;
  toggle: () => void;
} {
  const [openTabId, setOpenTabId] = useState<string | null>(null);
  const lastTabId = useRef(cardsTabId);
  const setOpenTab = useCallback((id: string | null) => {
    if (id !== null) lastTabId.current = id;
    setOpenTabId(id);
  }, []);
  const toggle = useCallback(
    () => setOpenTab(openTabId === null ? lastTabId.current : null),
    [openTabId, setOpenTab],
  );
  return { openTabId, setOpenTab, toggle };
}
