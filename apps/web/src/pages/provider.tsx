import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { sentenceOf } from '../api/failure.ts';
import { LinkPage } from '../features/account/links/link-page.tsx';
import { useEndSignIn } from '../session/provider-sign-in.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { RowSkeletons } from '../ui/skeletons.tsx';
import { useToast } from '../ui/toast-provider.tsx';

/** Returns the query of the page, and removes it from the URL, as it works only once. */
function useAnswer(): string {
  const [answer] = useState(() => {
    if (typeof window === 'undefined') return '';
    const { search, pathname } = window.location;
    window.history.replaceState(window.history.state, '', pathname);
    return search.slice(1);
  });
  return answer;
}

/** Page to which an identity provider sends the browser back: ends the sign-in. */
export default function ProviderPage() {
  const { providerId = '' } = useParams();
  const answer = useAnswer();
  const navigate = useNavigate();
  const show = useToast();
  const { data: user, isPending } = useCurrentUser();
  const end = useEndSignIn(providerId);
  const { mutate } = end;
  const hasStarted = useRef(false);
  useEffect(() => {
    // An answer can be used once, and effects may run twice.
    if (hasStarted.current) return;
    hasStarted.current = true;
    mutate(answer, {
      onSuccess({ outcome }) {
        if (outcome !== 'connected') return;
        show({ title: t`Connected`, text: t`You can now sign in with this identity.` });
        void navigate('/settings?tab=security', { replace: true });
      },
    });
  }, [answer, mutate, navigate, show]);
  if (end.error === null || isPending) {
    return (
      <LinkPage title={t`Signing in`}>
        <RowSkeletons count={2} />
      </LinkPage>
    );
  }
  const problem = sentenceOf(end.error);
  if (!user) return <Navigate to="/auth" replace state={{ problem }} />;
  return (
    <LinkPage title={t`Not connected`}>
      <p role="alert">{problem}</p>
      <p>
        <ButtonLink to="/settings?tab=security">{t`Back to settings`}</ButtonLink>
      </p>
    </LinkPage>
  );
}
