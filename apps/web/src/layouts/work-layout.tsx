import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { IconFilePlus, IconLayoutSidebar, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Outlet } from 'react-router';
import { OnThisDevice } from '../features/documents/on-this-device.tsx';
import { Bell } from '../features/notifications/bell.tsx';
import { useIsAway, useUser } from '../session/require-user.tsx';
import { ThemeMenu } from '../theme/theme-menu.tsx';
import { useOverlay } from '../ui/commands/commands-provider.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { serverName } from '../ui/branding.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { useFetchAhead } from '../ui/use-fetch-ahead.ts';
import { AccountButton } from './bar-buttons.tsx';
import { HelpMenu } from './help-menu.tsx';
import { NavigationDrawer } from './navigation-drawer.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar, type SidebarState } from './use-sidebar.ts';
import classes from './work-layout.module.css';

const fetchAccount = () => import('./account-choices.tsx');
const AccountChoices = onDemand<{ user: User; onClose: () => void }>(fetchAccount, ({ user }) => (
  <AccountButton user={user} aria-haspopup="menu" aria-expanded={false} />
));
const fetchMenus = () => [fetchAccount()];

/** Bar and sidebar of the signed-in pages, except documents. */
export default function WorkLayout() {
  const sidebar = useSidebar();
  const isAway = useIsAway();
  useFetchAhead(fetchMenus);
  return (
    <>
      <header className={classes['bar']}>
        <div className={`strip ${classes['inner']}`}>
          <NavigationDrawer state={sidebar} />
          <SidebarButton state={sidebar} />
          <a href="/" aria-label={t`${{ server: serverName() }}, home`}>
            <Wordmark />
          </a>
          <PaletteButton />
          <div className="strip close">
            <Link
              to="/new-document"
              className="iconButton"
              aria-label={t`New personal draft`}
              title={t`New personal draft`}
            >
              <IconFilePlus size={19} stroke={1.6} />
            </Link>
            <Bell />
            <HelpMenu />
            <ThemeMenu />
            <AccountMenu />
          </div>
        </div>
      </header>
      <div className={classes['body']} data-alone={sidebar.isHidden || undefined}>
        {!sidebar.isHidden && (
          <nav className={`rigid ${classes['side']}`} id="navigation" aria-label={t`Main`}>
            <Sidebar state={sidebar} />
          </nav>
        )}
        <main id="main" className={`grow readFirst ${classes['main']}`} tabIndex={-1}>
          {isAway ? <OnThisDevice /> : <Outlet />}
        </main>
      </div>
    </>
  );
}

function SidebarButton({ state }: { state: SidebarState }) {
  const name = state.isHidden ? t`Show the sidebar` : t`Hide the sidebar`;
  return (
    <button
      type="button"
      className={`iconButton unmarked ${classes['wide']}`}
      aria-label={name}
      title={name}
      aria-expanded={!state.isHidden}
      onClick={state.toggle}
    >
      <IconLayoutSidebar size={19} stroke={1.6} aria-hidden="true" />
    </button>
  );
}

function PaletteButton() {
  const { show } = useOverlay();
  return (
    <button
      type="button"
      className={`strip soft ${classes['find']}`}
      aria-haspopup="dialog"
      onClick={() => show({ kind: 'palette' })}
    >
      <IconSearch size={17} stroke={1.6} aria-hidden="true" />
      <span className="ellipsis grow">{t`Search or run a command`}</span>
      <span aria-hidden="true">
        <Kbd keys="Mod-K" />
      </span>
    </button>
  );
}

function AccountMenu() {
  const user = useUser();
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <AccountChoices user={user} onClose={() => setWanted(false)} />;
  return (
    <AccountButton
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
}
