import type { User } from '@longhand/contract';
import { Menu } from '@mantine/core';
import { IconLogout, IconSettings } from '@tabler/icons-react';
import { Link } from 'react-router';
import { LogoutAction } from '../session/logout-action.tsx';
import { useOpenAtOnce } from '../ui/use-open-at-once.ts';
import { AccountButton } from './bar-buttons.tsx';
import '../ui/menu.css';

/** The account menu. Opens on mount, because its code is loaded by the press on its button. */
export default function AccountChoices({ user }: { user: User }) {
  const { button, isOpen, setOpen } = useOpenAtOnce();
  return (
    <LogoutAction user={user}>
      {(start, isBusy) => (
        <Menu
          opened={isOpen}
          onChange={setOpen}
          position="bottom-end"
          withinPortal={false}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <AccountButton ref={button} user={user} aria-busy={isBusy} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>
              {user.name} · {user.username}
            </Menu.Label>
            <Menu.Item
              component={Link}
              to="/settings"
              leftSection={<IconSettings size={16} stroke={1.6} />}
            >
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
