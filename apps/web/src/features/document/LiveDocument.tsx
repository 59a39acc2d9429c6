import { atLeast, type Document, type Role, type User } from '@longhand/contract';
import type { Right } from '@longhand/sync';
import { useEffect, type ReactNode } from 'react';
import { useSession } from '../../session/SessionProvider.tsx';
import type { Beside } from '../../ui/openText.ts';
import { usePageTitle } from '../../ui/PageHead.tsx';
import { titleOf } from '../../ui/titleOf.ts';
import { Ended } from './Ended.tsx';
import { OpenDocument } from './OpenDocument.tsx';
import { WaitingDocument } from './WaitingDocument.tsx';
import { useNotices } from './useDocument.ts';
import { useKept } from './useKept.ts';
import { useLiveText } from './useLiveText.ts';

type Props = {
  document: Document;
  user: User;
  /** Where it stands: links to what is above it. */
  place: ReactNode;
  /** How far it is on its way to readers; absent where nobody is to know. */
  status?: ReactNode;
  /** The button that shares it. */
  share: ReactNode;
  /** What stands beside it besides suggestions. The same component as long as the document is open. */
  beside: Beside;
  /** Whether this is somebody who came in by a link, and cannot sign in again. */
  isGuest?: boolean;
};

/** One document from its opening to its end: waiting for its text, open, or taken away. */
export function LiveDocument({ document, user, place, status, share, beside, isGuest = false }: Props) {
  const { copies } = useSession();
  const live = useLiveText(document.id, user.id, isGuest ? null : copies);
  useKept(document, user.id, isGuest ? null : copies, live?.state.synced ?? false);
  useNotices(document.id, live?.link);
  usePageTitle(titleOf(document.title));
  useLeaveGuard(live?.state.trouble?.kind === 'not_saved');
  if (live === null || (!live.state.synced && !live.state.held && live.state.ended === null)) {
    return <WaitingDocument title={document.title} place={place} status={status} trouble={live?.state.trouble ?? null} />;
  }
  if (live.state.ended !== null)
    return <Ended code={live.state.ended.code} unsent={live.link.unsent()} documentId={document.id} isGuest={isGuest} />;
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

/** What this person may do with text and title: the role and right that the live channel told last count. */
function rightOf(document: Document, role: Role | null, told: Right | null): Right {
  if (document.archivedAt !== null || document.deletedAt !== null || (told ?? 'write') === 'read') return 'read';
  if (told === null && document.lockedAt !== null) return 'read';
  const mine = role ?? document.role;
  return atLeast(mine, 'editor') ? 'write' : atLeast(mine, 'reviewer') ? 'suggest' : 'read';
}

/** Has the browser ask before a page is left that holds words which are nowhere else. */
function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isOn]);
}
