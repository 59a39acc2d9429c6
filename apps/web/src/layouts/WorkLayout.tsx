import { Menu, UnstyledButton } from '@mantine/core';
import { IconFilePlus, IconLogout } from '@tabler/icons-react';
import { Link, NavLink, Outlet } from 'react-router';
import { LogoutAction } from '../session/LogoutAction.tsx';
import { useUser } from '../session/RequireUser.tsx';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { Face } from '../ui/Face.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import '../ui/menu.css';
import classes from './WorkLayout.module.css';

/** The quiet bar over the signed-in pages that are not a document. */
export default function WorkLayout() {
  return (
    <>
      <header className={classes['bar']}>
        <div className={classes['inner']}>
          <Link to="/" className={classes['home']} aria-label="Longhand, home">
            <Wordmark />
          </Link>
          <nav className={classes['nav']} aria-label="Main">
            <NavLink to="/dashboard">Dashboard</NavLink>
            <NavLink to="/projects">Projects</NavLink>
          </nav>
          <div className={classes['actions']}>
            <Link to="/new-document" className={classes['new']} aria-label="New document" title="New document">
              <IconFilePlus size={19} stroke={1.6} />
            </Link>
            <ThemeMenu />
            <AccountMenu />
          </div>
        </div>
      </header>
      <main id="main" className={classes['main']}>
        <Outlet />
      </main>
    </>
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
            <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={start}>
              Sign out
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </LogoutAction>
  );
}
