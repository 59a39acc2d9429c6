import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { useCall } from '../../../api/api-provider.tsx';
import { sentenceOf } from '../../../api/failure.ts';
import { currentUserKey } from '../../../session/use-current-user.ts';
import { LinkPage, NoLink } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

type Props = {
  title: string;
  /** Effect of the button. A press is required, because mail scanners follow links. */
  about: string;
  button: string;
  done: string;
  name: 'confirmEmail' | 'confirmSubscription' | 'unsubscribe' | 'leaveMail';
};

/** Page that performs the one action of a link in a mail. */
export function FollowLink({ title, about, button, done, name }: Props) {
  const token = useLinkToken();
  const call = useCall();
  const store = useQueryClient();
  const follow = useMutation({
    mutationFn: (secret: string) => call(name, { body: { token: secret } }),
    // The action may have changed the signed-in user.
    onSuccess: () => store.invalidateQueries({ queryKey: currentUserKey }),
  });
  const home = (
    <p>
      <a href="/">{t`Home`}</a>
    </p>
  );
  if (token === null) {
    return (
      <LinkPage title={title}>
        <NoLink>{home}</NoLink>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={title}>
      {follow.isSuccess ? (
        <>
          <p role="status">{done}</p>
          {home}
        </>
      ) : (
        <>
          <p>{about}</p>
          {follow.error !== null && <p role="alert">{sentenceOf(follow.error)}</p>}
          <Button onClick={() => follow.mutate(token)} isBusy={follow.isPending}>
            {button}
          </Button>
        </>
      )}
    </LinkPage>
  );
}
