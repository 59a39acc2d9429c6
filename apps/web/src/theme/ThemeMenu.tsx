import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { schemeOf, themeOf, themes, type Theme } from './scheme.ts';
import '../ui/menu.css';

const names: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };
const icons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

/** The button that changes the theme, with its three choices. */
export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = themeOf(colorScheme);
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Change theme" className="quietButton">
          <IconSun className="whenLight" size={19} stroke={1.6} />
          <IconMoon className="whenDark" size={19} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {themes.map((theme) => {
          const Icon = icons[theme];
          return (
            <Menu.Item
              key={theme}
              leftSection={<Icon size={16} stroke={1.6} />}
              rightSection={theme === chosen ? <IconCheck size={14} aria-label="chosen" /> : null}
              onClick={() => setColorScheme(schemeOf(theme))}
            >
              {names[theme]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
