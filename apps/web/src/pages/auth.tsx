import { t } from '@lingui/core/macro';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { Tabs } from '../ui/tabs.tsx';
import { DemoEntrance } from '../features/account/demo-entrance.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { ProviderButtons, useSignInSettings } from '../features/account/provider-buttons.tsx';
import { RegisterForm } from '../features/account/register-form.tsx';
import { returnPath } from '../session/addresses.ts';
import { useCurrentUser } from '../session/use-current-user.ts';
import { ThemeMenu } from '../theme/theme-menu.tsx';
import { usePageTitle } from '../ui/page-head.tsx';
import { branding, serverName } from '../ui/branding.ts';
import { ServerLinks } from '../ui/server-links.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import classes from './auth.module.css';

const tabs = [
  { value: 'login', name: t`Log in` },
  { value: 'register', name: t`Sign up` },
] as const;

/** Sign-in and sign-up. `?tab=register` opens the second. */
export default function AuthPage() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const { data: user } = useCurrentUser();
  const tab = search.get('tab') === 'register' ? 'register' : 'login';
  const title = tab === 'register' ? t`Create your account` : t`Welcome back`;
  const from: unknown = state?.from;
  const afterSignUp: unknown = state?.afterSignUp ?? from;
  const email = typeof state?.email === 'string' ? state.email : '';
  const problem = typeof state?.problem === 'string' ? state.problem : null;
  const settings = useSignInSettings();
  const hasPasswords = settings?.passwordSignIn !== false;
  usePageTitle(tab === 'register' ? t`Sign up` : t`Log in`);
  if (user) return <Navigate to={returnPath(from) ?? '/dashboard'} replace />;
  return (
    <div>
      <header className="spread pageWidth">
        <a href="/" aria-label={t`${{ server: serverName() }}, home`}>
          <Wordmark />
        </a>
        <ThemeMenu />
      </header>
      <main id="main" className={classes['main']}>
        <h1>{title}</h1>
        {branding().signInNotice !== '' && (
          <p className={classes['notice']}>{branding().signInNotice}</p>
        )}
        {problem !== null && (
          <p role="alert" className={classes['notice']}>
            {problem}
          </p>
        )}
        <Tabs
          tabs={tabs}
          value={tab}
          isWide
          onChange={(next) =>
            setSearch(next === 'register' ? { tab: 'register' } : {}, { replace: true, state })
          }
        >
          <div className={`stack ${classes['ways']}`}>
            <ProviderButtons from={from} afterSignUp={afterSignUp} />
            {!hasPasswords ? (
              <p className="soft">{t`This server has no passwords. Use the button above.`}</p>
            ) : tab === 'login' ? (
              <LoginForm from={from} hasPasskeys={settings?.passkeySignIn === true} />
            ) : (
              <RegisterForm from={afterSignUp} email={email} />
            )}
          </div>
        </Tabs>
        <div className={`spread soft ${classes['demo']}`}>
          <p>{t`Try ${{ server: serverName() }} without an account.`}</p>
          <DemoEntrance />
        </div>
      </main>
      <ServerLinks />
    </div>
  );
}
