import { atLeast, type Project } from '@longhand/contract';
import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconArchive,
  IconDots,
  IconFileExport,
  IconFilePlus,
  IconFileUpload,
  IconFolder,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCommands, useOverlay } from '../../ui/commands/commands-provider.tsx';
import type { Command } from '../../ui/commands/registry.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { projectTabs } from '../../ui/tab-names.ts';
import { archiving } from './asked.ts';
import '../../ui/menu.css';
import classes from './project-actions.module.css';

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
  const navigate = useNavigate();
  const { show } = useOverlay();
  const [isArchiving, setArchiving] = useState(false);
  const { id, name } = project;
  const group = `Project: ${name}`;
  const at = (tab: string): string =>
    tab === 'documents' ? `/projects/${id}` : `/projects/${id}?tab=${tab}`;
  const isOwner = project.role === 'owner' && project.archivedAt === null;
  const mayWrite = atLeast(project.role, 'editor') && project.archivedAt === null;
  const actions: readonly Command[] = [
    ...(mayWrite
      ? [
          {
            id: 'import here',
            group,
            name: 'Import files…',
            words: 'bring upload markdown word html text zip',
            icon: IconFileUpload,
            run: () => show({ kind: 'import', project: { id, name } }),
          },
        ]
      : []),
    {
      id: 'export project',
      group,
      name: 'Export…',
      words: 'download zip project',
      icon: IconFileExport,
      run: () => show({ kind: 'export', what: { kind: 'project', id, name } }),
    },
    ...(isOwner
      ? [
          {
            id: 'invite',
            group,
            name: 'Invite people…',
            words: 'share add member',
            icon: IconUserPlus,
            to: at('people'),
          },
          {
            id: 'archive project',
            group,
            name: 'Archive…',
            words: 'put away',
            icon: IconArchive,
            run: () => setArchiving(true),
          },
        ]
      : []),
    {
      id: 'project settings',
      group,
      name: 'Project settings',
      icon: IconSettings,
      to: at('settings'),
    },
  ];
  useCommands([
    ...(newDocument === null
      ? []
      : [
          {
            id: 'new here',
            group,
            name: 'New document here',
            words: 'create write',
            icon: IconFilePlus,
            to: newDocument,
          },
        ]),
    ...actions,
    ...projectTabs.map((tab): Command => ({
      id: `tab ${tab.value}`,
      group,
      name: `Show ${tab.name}`,
      icon: IconFolder,
      to: at(tab.value),
    })),
  ]);
  return (
    <>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton
            className={classes['button']}
            aria-label="Actions for this project"
            title="Actions for this project"
          >
            <IconDots size={19} stroke={1.6} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => {
            const Icon = action.icon ?? IconFolder;
            return (
              <Menu.Item
                key={action.id}
                leftSection={<Icon size={16} stroke={1.6} />}
                onClick={() => ('to' in action ? void navigate(action.to) : action.run())}
              >
                {action.name}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
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
