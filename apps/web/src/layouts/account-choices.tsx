import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { IconLogout, IconSettings } from '@tabler/icons-react';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { LogoutAction } from '../session/logout-action.tsx';
import { AccountButton } from './bar-buttons.tsx';

/** The account menu. Opens on mount, because its code is loaded by the press on its button. */
export default function AccountChoices({ user }: { user: User }) {
  return (
    <LogoutAction user={user}>
      {(start, isBusy) => (
        <Menu button={<AccountButton user={user} aria-busy={isBusy} />} opensOnMount>
          <div className="menuLabel">
            {user.name} · {user.username}
          </div>
          <MenuItem to="/settings" icon={<IconSettings size={16} stroke={1.6} />}>
            {t`Settings`}
          </MenuItem>
          <MenuItem icon={<IconLogout size={16} stroke={1.6} />} onClick={start}>
            {t`Sign out`}
          </MenuItem>
        </Menu>
      )}
    </LogoutAction>
  );
}
