import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconActivity,
  IconArchive,
  IconChartLine,
  IconClock,
  IconFilePlus,
  IconFolder,
  IconHelpCircle,
  IconLayoutDashboard,
  IconLogout,
  IconMenu2,
  IconPencil,
  IconSearch,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconTestPipe,
  IconUsers,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { LogoutAction } from '../session/LogoutAction.tsx';
import { useUser } from '../session/RequireUser.tsx';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { Face } from '../ui/Face.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import '../ui/menu.css';
import classes from './WorkLayout.module.css';

/** Where signed-in people go. Source: specification, section 2, Protected routes. */
const places = [
  ['/dashboard', 'Dashboard', IconLayoutDashboard],
  ['/search', 'Search', IconSearch],
  ['/projects', 'Projects', IconFolder],
  ['/recent', 'Recent', IconClock],
  ['/drafts', 'Drafts', IconPencil],
  ['/templates', 'Templates', IconStack2],
  ['/archives', 'Archives', IconArchive],
  ['/collaborators', 'Collaborators', IconUsers],
  ['/activity', 'Activity', IconActivity],
  ['/dashboard/metrics', 'Metrics', IconChartLine],
  ['/settings', 'Settings', IconSettings],
  ['/help-center', 'Help', IconHelpCircle],
] as const;

/** The bar over the signed-in pages that are not a document, and the places beside them. */
export default function WorkLayout() {
  return (
    <>
      <header className={classes['bar']}>
        <div className={classes['inner']}>
          <NarrowPlaces />
          <Link to="/" className={classes['home']} aria-label="Longhand, home">
            <Wordmark />
          </Link>
          <div className={classes['actions']}>
            <Link to="/new-document" className={classes['new']} aria-label="New document" title="New document">
              <IconFilePlus size={19} stroke={1.6} />
            </Link>
            <ThemeMenu />
            <AccountMenu />
          </div>
        </div>
      </header>
      <div className={classes['body']}>
        <nav className={classes['side']} aria-label="Main">
          <Places />
        </nav>
        <main id="main" className={classes['main']}>
          <Outlet />
        </main>
      </div>
    </>
  );
}

function Places() {
  const user = useUser();
  return (
    <>
      {places.map(([to, name, Icon]) => (
        <NavLink key={to} to={to} end={to === '/dashboard'}>
          <Icon size={18} stroke={1.6} aria-hidden="true" />
          {name}
        </NavLink>
      ))}
      {user.isAdmin && (
        <>
          <NavLink to="/dashboard/admin">
            <IconShieldLock size={18} stroke={1.6} aria-hidden="true" />
            Administration
          </NavLink>
          <NavLink to="/dashboard/test">
            <IconTestPipe size={18} stroke={1.6} aria-hidden="true" />
            Testbed
          </NavLink>
        </>
      )}
    </>
  );
}

/** The same places, folded away where there is no room beside the page. */
function NarrowPlaces() {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  return (
    <details className={classes['narrow']} ref={menu}>
      <summary aria-label="Places">
        <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
      </summary>
      <nav aria-label="Places">
        <Places />
      </nav>
    </details>
  );
}

function AccountMenu() {
  const user = useUser();
  return (
    <LogoutAction user={user}>
      {(start, isBusy) => (
        <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <UnstyledButton className={classes['account']} aria-label={`Account of ${user.name}`} aria-busy={isBusy}>
              <Face name={user.name} color={user.avatarColor} label={null} size={30} />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              {user.name} · {user.username}
            </Menu.Label>
            <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} stroke={1.6} />}>
              Settings
            </Menu.Item>
            <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={start}>
              Sign out
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </LogoutAction>
  );
}
