import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { schemeOf, themeOf, themes, type Theme } from './scheme.ts';
import { ThemeButton } from './ThemeButton.tsx';
import '../ui/menu.css';

const names: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' };
const icons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

/** The three choices of the theme. They open at once, because it takes a press to get them at all. */
export default function ThemeChoices() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = themeOf(colorScheme);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The button that was pressed gave way to this one. Without the focus, the menu would not know where to give it back to.
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
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
