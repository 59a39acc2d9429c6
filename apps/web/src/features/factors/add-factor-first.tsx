import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { LogoutAction } from '../../session/logout-action.tsx';
import { useUser } from '../../session/require-user.tsx';
import { currentUserKey } from '../../session/use-current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Factors } from './factors.tsx';
import classes from './factors.module.css';

/** Page of a user who must add a second factor before anything else. */
export default function AddFactorFirst() {
  const user = useUser();
  const store = useQueryClient();
  return (
    <main id="main" className={classes['first']}>
      <h1>{t`Add a second factor`}</h1>
      <p className="soft">
        {t`This server requires a second factor for your account. Add a passkey or one-time codes to continue.`}
      </p>
      <section aria-label={t`Second factors`}>
        <Factors onAdded={() => void store.invalidateQueries({ queryKey: currentUserKey })} />
      </section>
      <section>
        <LogoutAction user={user}>
          {(start, isBusy) => (
            <Button variant="subtle" onClick={start} aria-busy={isBusy}>
              {t`Sign out`}
            </Button>
          )}
        </LogoutAction>
      </section>
    </main>
  );
}
