import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { EnterForm } from '../features/sharing/guests/enter-form.tsx';
import { LinkPage } from '../features/account/links/link-page.tsx';
import { useLinkToken } from '../features/account/links/use-link-token.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import { RowSkeletons } from '../ui/skeletons.tsx';

/** Target of a link for guests: the entry to one document, without an account. */
export default function GuestPage() {
  const token = useLinkToken();
  const { data: user, isPending } = useCurrentUser();
  return (
    <LinkPage title={t`You are invited to a document`}>
      {token === null ? (
        <>
          <p role="alert">{t`This link is incomplete. Ask the sender to send it again.`}</p>
          <p>
            <a href="/">{t`Home`}</a>
          </p>
        </>
      ) : isPending ? (
        <RowSkeletons count={2} />
      ) : user ? (
        <>
          <p>
            <Trans>
              You are signed in as <strong>{user.name}</strong>. Guest links are for people without
              an account. Sign out first, or ask the sender to share the document with your account.
            </Trans>
          </p>
          <p>
            <Link to="/dashboard">{t`Dashboard`}</Link>
          </p>
        </>
      ) : (
        <EnterForm token={token} />
      )}
    </LinkPage>
  );
}
