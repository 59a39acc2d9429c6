import { Menu } from '@mantine/core';
import { IconHelpCircle, IconKeyboard } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useOverlay } from '../ui/commands/commands-provider.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useOpenAtOnce } from '../ui/use-open-at-once.ts';
import { HelpButton } from './bar-buttons.tsx';
import '../ui/menu.css';

/** The help menu. Opens on mount, because its code is loaded by the press on its button. */
export default function HelpChoices() {
  const { show } = useOverlay();
  const { button, isOpen, setOpen } = useOpenAtOnce();
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <HelpButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconKeyboard size={16} stroke={1.6} />}
          rightSection={<Kbd keys="?" />}
          onClick={() => show({ kind: 'keys' })}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/help-center"
          leftSection={<IconHelpCircle size={16} stroke={1.6} />}
        >
          Help center
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
