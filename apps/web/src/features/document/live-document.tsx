import type { Document, User } from '@longhand/contract';
import type { Right } from '@longhand/sync/protocol';
import { useEffect, type ReactNode } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import { useSession } from '../../session/session-provider.tsx';
import type { AdditionsProvider } from '../../editor/editor-context.ts';
import { usePageTitle } from '../../ui/page-head.tsx';
import { Ended } from './ended.tsx';
import { OpenDocument } from './open-document.tsx';
import { WaitingDocument } from './waiting-document.tsx';
import { useRestoreNotice } from './use-restore-notice.ts';
import { useRoleNotices } from './use-document.ts';
import { useOfflineCopy } from './use-offline-copy.ts';
import { useLiveText } from './use-live-text.ts';

type Props = {
  document: Document;
  user: User;
  /** Breadcrumb: links to the ancestors of the document. */
  breadcrumb: ReactNode;
  /** Publication status; absent if it is not to be shown. */
  status?: ReactNode;
  /** Share button. */
  share: ReactNode;
  /**
   * Component that provides the additions of the features, such as the tabs of the side panel. Must
   * be the same component while the document is open.
   */
  additions: AdditionsProvider;
  /** Called once the text is shown. A stable reference. */
  onShown?: () => void;
  /** True for a guest, who came in by a link and cannot sign in again. */
  isGuest?: boolean;
};

/** One document during its whole lifecycle: waiting for its text, open, or ended. */
export function LiveDocument({
  document,
  user,
  breadcrumb,
  status,
  share,
  additions,
  onShown,
  isGuest = false,
}: Props) {
  const { copies } = useSession();
  const live = useLiveText(document.id, user.id, isGuest ? null : copies);
  useOfflineCopy(document, user.id, isGuest ? null : copies, live?.state.synced ?? false);
  useRoleNotices(document.id, live?.link);
  useRestoreNotice(live?.link);
  usePageTitle(displayTitle(document.title));
  useLeaveGuard(live?.state.trouble?.kind === 'not_saved');
  if (live === null || (!live.state.synced && !live.state.held && live.state.ended === null)) {
    return (
      <WaitingDocument
        title={document.title}
        breadcrumb={breadcrumb}
        status={status}
        trouble={live?.state.trouble ?? null}
      />
    );
  }
  if (live.state.ended !== null)
    return (
      <Ended
        code={live.state.ended.code}
        pendingUpdates={live.link.pendingUpdates()}
        documentId={document.id}
        isGuest={isGuest}
      />
    );
  return (
    <OpenDocument
      document={document}
      user={user}
      breadcrumb={breadcrumb}
      status={status}
      share={share}
      live={live}
      // The live channel is told of each change.
      right={live.state.right ?? rightIn(document)}
      additions={additions}
      onShown={onShown}
    />
  );
}

/** Returns the user's right to the text as the server computed it with the metadata. */
function rightIn({ rights }: Document): Right {
  return rights.write ? 'write' : rights.suggest ? 'suggest' : 'read';
}

/**
 * Shows the browser's confirmation dialog before leaving a page whose text is not stored anywhere
 * else.
 */
function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
