import { Link } from 'react-router';
import { EnterForm } from '../features/guests/EnterForm.tsx';
import { LinkPage } from '../features/links/LinkPage.tsx';
import { useLinkToken } from '../features/links/useLinkToken.ts';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { RowShapes } from '../ui/Shapes.tsx';

/** Where a link for guests leads: the way into one document, without an account. */
export default function GuestPage() {
  const token = useLinkToken();
  const { data: user, isPending } = useCurrentUser();
  return (
    <LinkPage title="A document for you">
      {token === null ? (
        <>
          <p role="alert">This link is not whole. Ask whoever gave it to you for the link as it was.</p>
          <p>
            <Link to="/">To the front page</Link>
          </p>
        </>
      ) : isPending ? (
        <RowShapes count={2} />
      ) : user ? (
        <>
          <p>
            You are signed in as <strong>{user.name}</strong>. A link for guests is for people without an account: sign out first,
            or ask whoever gave it to you to share the document with your account.
          </p>
          <p>
            <Link to="/dashboard">To my dashboard</Link>
          </p>
        </>
      ) : (
        <EnterForm token={token} />
      )}
    </LinkPage>
  );
}
