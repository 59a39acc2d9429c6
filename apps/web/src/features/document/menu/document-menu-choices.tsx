import { Menu } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useNavigate } from 'react-router';
import { useContribution } from '../../../ui/commands/commands-provider.tsx';
import type { Command } from '../../../ui/commands/registry.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useOpenAtOnce } from '../../../ui/use-open-at-once.ts';
import { barWidth, useWide } from '../../../ui/use-wide.ts';
import '../../../ui/menu.css';
import { DocumentMenuButton } from './document-menu-button.tsx';
import { menuOf } from './parts.ts';

/** Menu of all actions for the open document: the commands of the palette in a fixed order. */
export default function DocumentMenuChoices() {
  const { button, isOpen, setOpen } = useOpenAtOnce();
  // The chosen action may take the focus: return the focus to the button before it runs.
  const change = (next: boolean): void => {
    if (!next) button.current?.focus();
    setOpen(next);
  };
  return (
    <Menu
      opened={isOpen}
      onChange={change}
      position="bottom-end"
      withinPortal
      returnFocus={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <DocumentMenuButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown className="documentMenu">
        <Entries />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rendered only while the menu is open, so that commands are not collected on every key press. */
function Entries() {
  const navigate = useNavigate();
  const isNarrow = !useWide(barWidth);
  const perform = (command: Command): void => {
    if ('to' in command) void navigate(command.to);
    else command.run();
  };
  return menuOf(useContribution().commands, isNarrow).map((part, at) => (
    <Fragment key={part[0]?.id}>
      {at > 0 && <Menu.Divider />}
      {part.map((command) => {
        const Icon = command.icon ?? IconPointFilled;
        return (
          <Menu.Item
            key={command.id}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden="true" />}
            {...(command.keys !== undefined && { rightSection: <Kbd keys={command.keys} /> })}
            onClick={() => queueMicrotask(() => perform(command))}
          >
            {command.name}
          </Menu.Item>
        );
      })}
    </Fragment>
  ));
}
