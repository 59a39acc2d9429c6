import { t } from '@lingui/core/macro';
import { IconExternalLink, IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { useOverlay } from '../ui/commands/commands-provider.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { serverLinks } from '../ui/server-links.tsx';
import { HelpButton } from './bar-buttons.tsx';

/** The help menu. */
export function HelpMenu() {
  const { show } = useOverlay();
  return (
    <Menu button={<HelpButton />}>
      <MenuItem
        icon={<IconKeyboard size={16} stroke={1.6} />}
        end={<Kbd keys="?" />}
        onClick={() => show({ kind: 'keys' })}
      >
        {t`Keyboard shortcuts`}
      </MenuItem>
      <MenuItem to="/help-center" icon={<IconHelpCircle size={16} stroke={1.6} />}>
        {t`Help center`}
      </MenuItem>
      {serverLinks().map(({ name, href }) => (
        <MenuItem
          key={name}
          icon={<IconExternalLink size={16} stroke={1.6} />}
          onClick={() => window.location.assign(href)}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
