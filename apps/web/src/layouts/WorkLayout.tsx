import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconFilePlus,
  IconHelpCircle,
  IconKeyboard,
  IconLayoutSidebar,
  IconLogout,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react';
import { Link, Outlet } from 'react-router';
import { LogoutAction } from '../session/LogoutAction.tsx';
import { useUser } from '../session/RequireUser.tsx';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { useOverlay } from '../ui/commands/CommandsProvider.tsx';
import { Face } from '../ui/Face.tsx';
import { Keys } from '../ui/Keys.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { NarrowPlaces } from './NarrowPlaces.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useSidebar, type SidebarState } from './useSidebar.ts';
import '../ui/menu.css';
import classes from './WorkLayout.module.css';

/** The bar over the signed-in pages that are not a document, and the places beside them. */
export default function WorkLayout() {
  const sidebar = useSidebar();
  return (
    <>
      <header className={classes['bar']}>
        <div className={classes['inner']}>
          <NarrowPlaces state={sidebar} />
          <SidebarButton state={sidebar} />
          <Link to="/" className={classes['home']} aria-label="Longhand, home">
            <Wordmark />
          </Link>
          <PaletteButton />
          <div className={classes['actions']}>
            <Link to="/new-document" className={classes['quiet']} aria-label="New personal draft" title="New personal draft">
              <IconFilePlus size={19} stroke={1.6} />
            </Link>
            <HelpMenu />
            <ThemeMenu />
            <AccountMenu />
          </div>
        </div>
      </header>
      <div className={classes['body']} data-alone={sidebar.isHidden || undefined}>
        {!sidebar.isHidden && (
          <nav className={classes['side']} id="places" aria-label="Main">
            <Sidebar state={sidebar} />
          </nav>
        )}
        <main id="main" className={classes['main']} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}

function SidebarButton({ state }: { state: SidebarState }) {
  const name = state.isHidden ? 'Show the sidebar' : 'Hide the sidebar';
  return (
    <button
      type="button"
      className={`${classes['quiet']} ${classes['wide']}`}
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
    <button type="button" className={classes['find']} aria-haspopup="dialog" onClick={() => show({ kind: 'palette' })}>
      <IconSearch size={17} stroke={1.6} aria-hidden="true" />
      <span>Find or do anything</span>
      <span aria-hidden="true">
        <Keys keys="Mod-K" />
      </span>
    </button>
  );
}

function HelpMenu() {
  const { show } = useOverlay();
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={`${classes['quiet']} ${classes['roomy']}`} aria-label="Help" title="Help">
          <IconHelpCircle size={19} stroke={1.6} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.6} />}
          rightSection={<Keys keys="?" />}
          onClick={() => show({ kind: 'keys' })}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item component={Link} to="/help-center" leftSection={<IconHelpCircle size={16} stroke={1.6} />}>
          Help center
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
