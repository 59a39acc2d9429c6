import { Menu } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useOpenAtOnce } from '../ui/use-open-at-once.ts';
import PartsProvider from './parts-provider.tsx';
import { themeNames, themes } from './scheme.ts';
import { ThemeButton } from './theme-button.tsx';
import { useTheme } from './use-theme.ts';
import '../ui/menu.css';

const icons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

/**
 * Menu of the three themes. Opens on mount, because its code is loaded by the press on its button.
 */
export default function ThemeChoices() {
  const [chosen, choose] = useTheme();
  const { button, isOpen, setOpen } = useOpenAtOnce();
  return (
    <PartsProvider>
      <Menu
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <ThemeButton ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          {themes.map((theme) => {
            const Icon = icons[theme];
            return (
              <Menu.Item
                key={theme}
                leftSection={<Icon size={16} stroke={1.6} />}
                rightSection={theme === chosen ? <IconCheck size={14} aria-label="chosen" /> : null}
                onClick={() => choose(theme)}
              >
                {themeNames[theme]}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </PartsProvider>
  );
}
