import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { useCall } from '../api/api-provider.tsx';
import { sentenceOf } from '../api/failure.ts';
import { LinkPage, NoLink } from '../features/account/links/link-page.tsx';
import { useLinkToken } from '../features/account/links/use-link-token.ts';
import { dropInvitation, keepInvitation, storedInvitation } from '../session/invitation.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import { tabStorage } from '../ui/storage.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { RowSkeletons } from '../ui/skeletons.tsx';
import { roleInSentence } from '../ui/roles.ts';

/** Target of an invitation: its project, and joining with an existing or a new account. */
export default function InvitationPage() {
  const fromLink = useLinkToken();
  const [token] = useState(
    () => fromLink ?? (typeof window === 'undefined' ? null : storedInvitation(tabStorage)),
  );
  return (
    <LinkPage title={t`You are invited`}>
      {token === null ? (
        <NoLink>
          <p>{t`Ask the sender for a new one.`}</p>
        </NoLink>
      ) : (
        <Offer token={token} />
      )}
    </LinkPage>
  );
}

function Offer({ token }: { token: string }) {
  const call = useCall();
  const { data: user, isPending: isUnknown } = useCurrentUser();
  const { data: offer, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('getInvitation', { body: { token } }, signal),
  });
  if (error) return <p role="alert">{sentenceOf(error)}</p>;
  if (!offer || isUnknown) return <RowSkeletons count={2} />;
  return (
    <>
      <p>
        <Trans>
          <strong>{offer.inviterName}</strong> invites you to the project{' '}
          <strong>{offer.projectName}</strong>, as {roleInSentence(offer.role)}.
        </Trans>
      </p>
      {user ? (
        <Accept token={token} name={user.name} />
      ) : (
        <SignInFirst token={token} projectId={offer.projectId} email={offer.email} />
      )}
    </>
  );
}

function Accept({ token, name }: { token: string; name: string }) {
  const call = useCall();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => call('acceptInvitation', { body: { token } }),
    onSuccess({ projectId }) {
      dropInvitation(tabStorage);
      void navigate(`/projects/${projectId}`, { replace: true });
    },
  });
  return (
    <>
      {accept.error !== null && <p role="alert">{sentenceOf(accept.error)}</p>}
      <Button onClick={() => accept.mutate()} isBusy={accept.isPending}>
        {t`Join as ${name}`}
      </Button>
    </>
  );
}

function SignInFirst({
  token,
  projectId,
  email,
}: {
  token: string;
  projectId: string;
  email: string | null;
}) {
  const keep = () => keepInvitation(tabStorage, token);
  // Signing up joins the project in the same call; after signing in, this page asks once more.
  const state = { from: '/invitation', afterSignUp: `/projects/${projectId}`, email };
  return (
    <>
      <p>
        <ButtonLink to="/auth?tab=register" state={state} onClick={keep}>
          {t`Sign up and join`}
        </ButtonLink>
      </p>
      <p>
        <Trans>
          Already have an account?{' '}
          <Link to="/auth" state={state} onClick={keep}>
            Log in to join
          </Link>
        </Trans>
      </p>
    </>
  );
}
