import { t } from '@lingui/core/macro';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { themes } from './scheme.ts';
import { themeNames } from './theme-names.ts';
import { ThemeButton } from './theme-button.tsx';
import { useTheme } from './use-theme.ts';

const icons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

/** Menu of the three themes. */
export function ThemeMenu() {
  const [chosen, choose] = useTheme();
  return (
    <Menu button={<ThemeButton />}>
      {themes.map((theme) => {
        const Icon = icons[theme];
        return (
          <MenuItem
            key={theme}
            icon={<Icon size={16} stroke={1.6} />}
            end={theme === chosen ? <IconCheck size={14} aria-label={t`chosen`} /> : null}
            onClick={() => choose(theme)}
          >
            {themeNames[theme]}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
