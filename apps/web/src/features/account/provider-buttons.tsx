import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useStartSignIn } from '../../session/provider-sign-in.ts';
import { Button } from '../../ui/button.tsx';

/** Returns what the page needs to know about sign-in at this server; undefined until it arrives. */
export function useSignInSettings() {
  const call = useCall();
  const { data } = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call('getSettings', {}, signal),
  });
  return data;
}

/**
 * Buttons that sign in with an identity provider; not rendered if the server has none. `from` and
 * `afterSignUp`: the pages to open afterwards.
 */
export function ProviderButtons({ from, afterSignUp }: { from: unknown; afterSignUp: unknown }) {
  const settings = useSignInSettings();
  const start = useStartSignIn(from, afterSignUp);
  const providers = settings?.providers ?? [];
  if (providers.length === 0) return null;
  const isBusy = start.isPending || start.isSuccess;
  return (
    <div className="stack">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          isWide
          disabled={isBusy}
          isBusy={isBusy && start.variables === id}
          onClick={() => start.mutate(id)}
        >
          {t`Continue with ${name}`}
        </Button>
      ))}
    </div>
  );
}
