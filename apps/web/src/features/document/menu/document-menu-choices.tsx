import { IconPointFilled } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useNavigate } from 'react-router';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useContribution } from '../../../ui/commands/commands-provider.tsx';
import type { Command } from '../../../ui/commands/registry.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { barWidth, useWide } from '../../../ui/use-wide.ts';
import { DocumentMenuButton } from './document-menu-button.tsx';
import { menuOf } from './parts.ts';

/** Menu of all actions for the open document: the commands of the palette in a fixed order. */
export default function DocumentMenuChoices() {
  return (
    <Menu button={<DocumentMenuButton />} opensOnMount>
      <Entries />
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
  const { commands } = useContribution();
  const [first] = useState(() => new Set(commands.map(({ id }) => id)));
  return menuOf(commands, isNarrow, first).map((part, at) => (
    <Fragment key={part[0]?.id}>
      {at > 0 && <hr />}
      {part.map((command) => {
        const Icon = command.icon ?? IconPointFilled;
        return (
          <MenuItem
            key={command.id}
            icon={<Icon size={16} stroke={1.6} aria-hidden="true" />}
            {...(command.keys !== undefined && { end: <Kbd keys={command.keys} /> })}
            onClick={() => queueMicrotask(() => perform(command))}
          >
            {command.name}
          </MenuItem>
        );
      })}
    </Fragment>
  ));
}
