import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import { IconDots, IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useCommands, useOverlay } from '../../ui/commands/commands-provider.tsx';
import type { Command } from '../../ui/commands/registry.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { archiving } from './asked.ts';
import { newDocumentCommand, projectActions, projectTabCommands } from './project-commands.ts';
import classes from './projects.module.css';

const ProjectMoveDialog = onDemand(() => import('./project-move-dialog.tsx'));

/**
 * Actions on a project, in its menu and in the palette. `newDocument`: URL that creates a document;
 * null if the user may not.
 */
export function ProjectActions({
  project,
  newDocument,
}: {
  project: Project;
  newDocument: string | null;
}) {
  const { show } = useOverlay();
  const [isArchiving, setArchiving] = useState(false);
  const actions = projectActions(project, { show, archive: () => setArchiving(true) });
  useCommands([
    ...(newDocument === null ? [] : [newDocumentCommand(project, newDocument)]),
    ...actions,
    ...projectTabCommands(project),
  ]);
  return (
    <>
      <ActionMenu actions={actions} />
      {isArchiving && (
        <ProjectMoveDialog
          project={project}
          {...archiving(project)}
          onClose={() => setArchiving(false)}
          onDone={() => setArchiving(false)}
        />
      )}
    </>
  );
}

function ActionMenu({ actions }: { actions: readonly Command[] }) {
  const navigate = useNavigate();
  return (
    <Menu
      button={
        <button
          type="button"
          className={`iconButton ${classes['actions']}`}
          aria-label={t`Actions for this project`}
          title={t`Actions for this project`}
        >
          <IconDots size={19} stroke={1.6} />
        </button>
      }
    >
      {actions.map((action) => {
        const Icon = action.icon ?? IconFolder;
        return (
          <MenuItem
            key={action.id}
            icon={<Icon size={16} stroke={1.6} />}
            onClick={() => ('to' in action ? void navigate(action.to) : action.run())}
          >
            {action.name}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
