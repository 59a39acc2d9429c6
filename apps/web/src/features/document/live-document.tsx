import { atLeast, type Document, type Role, type User } from '@longhand/contract';
import type { Right } from '@longhand/sync/protocol';
import { useEffect, type ReactNode } from 'react';
import { useSession } from '../../session/session-provider.tsx';
import type { SidebarContent } from '../../ui/editor-context.ts';
import { usePageTitle } from '../../ui/page-head.tsx';
import { titleOf } from '../../ui/title-of.ts';
import { Ended } from './ended.tsx';
import { OpenDocument } from './open-document.tsx';
import { WaitingDocument } from './waiting-document.tsx';
import { useNotices } from './use-document.ts';
import { useOfflineCopy } from './use-offline-copy.ts';
import { useLiveText } from './use-live-text.ts';

type Props = {
  document: Document;
  user: User;
  /** Breadcrumb: links to the ancestors of the document. */
  place: ReactNode;
  /** Publication status; absent if it is not to be shown. */
  status?: ReactNode;
  /** Share button. */
  share: ReactNode;
  /**
   * Component for the side panels other than suggestions. Must be the same component while the
   * document is open.
   */
  beside: SidebarContent;
  /** True for a guest, who came in by a link and cannot sign in again. */
  isGuest?: boolean;
};

/** One document during its whole lifecycle: waiting for its text, open, or ended. */
export function LiveDocument({
  document,
  user,
  place,
  status,
  share,
  beside,
  isGuest = false,
}: Props) {
  const { copies } = useSession();
  const live = useLiveText(document.id, user.id, isGuest ? null : copies);
  useOfflineCopy(document, user.id, isGuest ? null : copies, live?.state.synced ?? false);
  useNotices(document.id, live?.link);
  usePageTitle(titleOf(document.title));
  useLeaveGuard(live?.state.trouble?.kind === 'not_saved');
  if (live === null || (!live.state.synced && !live.state.held && live.state.ended === null)) {
    return (
      <WaitingDocument
        title={document.title}
        place={place}
        status={status}
        trouble={live?.state.trouble ?? null}
      />
    );
  }
  if (live.state.ended !== null)
    return (
      <Ended
        code={live.state.ended.code}
        unsent={live.link.unsent()}
        documentId={document.id}
        isGuest={isGuest}
      />
    );
  return (
    <OpenDocument
      document={document}
      user={user}
      place={place}
      status={status}
      share={share}
      live={live}
      right={rightOf(document, live.role, live.state.right)}
      beside={beside}
    />
  );
}

/**
 * Returns the user's right to the text and title. The role and right reported by the live channel
 * take precedence.
 */
function rightOf(document: Document, role: Role | null, told: Right | null): Right {
  if (document.archivedAt !== null || document.deletedAt !== null || (told ?? 'write') === 'read')
    return 'read';
  if (told === null && document.lockedAt !== null) return 'read';
  const mine = role ?? document.role;
  return atLeast(mine, 'editor') ? 'write' : atLeast(mine, 'reviewer') ? 'suggest' : 'read';
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
