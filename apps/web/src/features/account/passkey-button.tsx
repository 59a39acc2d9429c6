import { t } from '@lingui/core/macro';
import { usePasskeySignIn } from '../../session/second-step.ts';
import { hasPasskeys } from '../../session/passkeys.ts';
import { Button } from '../../ui/button.tsx';

/**
 * Button that signs in with a passkey; not rendered if the browser has none. `from` is the
 * requested page.
 */
export default function PasskeyButton({ from }: { from: unknown }) {
  const signIn = usePasskeySignIn(from);
  if (!hasPasskeys()) return null;
  return (
    <Button
      variant="default"
      size="md"
      isWide
      isBusy={signIn.isPending || signIn.isSuccess}
      onClick={() => signIn.mutate()}
    >
      {t`Sign in with a passkey`}
    </Button>
  );
}
