import { t } from '@lingui/core/macro';
import { IconLogout } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useCall } from '../api/api-provider.tsx';
import { sentenceOf } from '../api/failure.ts';
import { LiveDocument } from '../features/document/live-document.tsx';
import { useDocument } from '../features/document/use-document.ts';
import { asUser, useGuest } from '../features/sharing/guests/use-guest.ts';
import { LinkPage } from '../features/account/links/link-page.tsx';
import { CommandsProvider, useCommands } from '../ui/commands/commands-provider.tsx';
import { DocumentSkeleton } from '../ui/document-skeleton.tsx';
import { afterwards } from '../ui/on-demand.tsx';
import { useToast } from '../ui/toast-provider.tsx';

const GuestDocumentAdditions = afterwards(() => import('./guest-document-additions.tsx'));

/** The single document of a guest, live. */
export default function GuestDocumentPage() {
  const { documentId = '' } = useParams();
  const { data: guest, error, isPending } = useGuest();
  if (isPending) return <DocumentSkeleton />;
  if (error !== null || guest === null || guest === undefined || guest.documentId !== documentId) {
    return (
      <LinkPage title={t`You have no access to this document`}>
        <p role="alert">
          {error !== null
            ? sentenceOf(error)
            : t`Your guest link has expired or was revoked, or you have left. Open the link again or ask for a new one.`}
        </p>
        <p>
          <Link to={`/documents/${documentId}`}>{t`I have an account`}</Link>
        </p>
      </LinkPage>
    );
  }
  return (
    <CommandsProvider>
      <Opened documentId={documentId} guest={guest} />
    </CommandsProvider>
  );
}

function Opened({
  documentId,
  guest,
}: {
  documentId: string;
  guest: NonNullable<ReturnType<typeof useGuest>['data']>;
}) {
  const { data: document, error } = useDocument(documentId);
  useLeaveCommand();
  if (document === undefined) {
    if (error === null) return <DocumentSkeleton />;
    return (
      <LinkPage title={t`This document cannot be shown`}>
        <p role="alert">{sentenceOf(error)}</p>
      </LinkPage>
    );
  }
  return (
    <LiveDocument
      key={document.id}
      document={document}
      user={asUser(guest)}
      breadcrumb={<span>{guest.user.name}</span>}
      share={null}
      additions={GuestDocumentAdditions}
      isGuest
    />
  );
}

/** Registers the command that ends the guest's session on this browser. */
function useLeaveCommand(): void {
  const call = useCall();
  const show = useToast();
  const leave = async (): Promise<void> => {
    try {
      await call('logout', {});
    } catch (error) {
      show({
        title: t`You could not leave the document`,
        text: sentenceOf(error),
        isDestructive: true,
      });
      return;
    }
    // The front page is not a page of the application.
    location.replace('/');
  };
  useCommands([
    {
      id: 'leave',
      group: t`This document`,
      name: t`Leave the document`,
      words: t`guest sign out`,
      icon: IconLogout,
      run: () => void leave(),
    },
  ]);
}
