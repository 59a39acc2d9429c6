import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import {
  IconArchive,
  IconFileExport,
  IconFilePlus,
  IconFileUpload,
  IconFolder,
  IconSettings,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Overlay } from '../../ui/commands/overlay.ts';
import type { Command } from '../../ui/commands/registry.ts';
import { projectTabs } from '../../ui/tab-names.ts';

/** Effects of the actions that do not navigate. */
type Does = {
  show: (overlay: Overlay) => void;
  /** Opens the dialog that archives the project. */
  archive: () => void;
};

const groupOf = ({ name }: Project): string => t`Project: ${name}`;

function tabAddress({ id }: Project, tab: string): string {
  return tab === 'documents' ? `/projects/${id}` : `/projects/${id}?tab=${tab}`;
}

/** Returns the actions on a project that the user may perform, in the order of the menu. */
export function projectActions(project: Project, does: Does): readonly Command[] {
  const { id, name, rights } = project;
  const group = groupOf(project);
  return [
    ...(rights.change
      ? [
          {
            id: 'import here',
            group,
            name: t`Import files…`,
            words: t`bring upload markdown word html text zip`,
            icon: IconFileUpload,
            run: () => does.show({ kind: 'import', project: { id, name } }),
          },
        ]
      : []),
    {
      id: 'export project',
      group,
      name: t`Export…`,
      words: t`download zip project`,
      icon: IconFileExport,
      run: () => does.show({ kind: 'export', what: { kind: 'project', id, name } }),
    },
    ...(rights.rename ? ownerActions(project, does) : []),
    {
      id: 'project settings',
      group,
      name: t`Project settings`,
      icon: IconSettings,
      to: tabAddress(project, 'settings'),
    },
  ];
}

function ownerActions(project: Project, { archive }: Does): readonly Command[] {
  const group = groupOf(project);
  return [
    {
      id: 'invite',
      group,
      name: t`Invite people…`,
      words: t`share add member`,
      icon: IconUserPlus,
      to: tabAddress(project, 'people'),
    },
    {
      id: 'archive project',
      group,
      name: t`Archive…`,
      words: t`put away`,
      icon: IconArchive,
      run: archive,
    },
  ];
}

/** Returns the command that creates a document in a project, at a URL. */
export function newDocumentCommand(project: Project, to: string): Command {
  return {
    id: 'new here',
    group: groupOf(project),
    name: t`New document here`,
    words: t`create write`,
    icon: IconFilePlus,
    to,
  };
}

/** Returns the commands that show the tabs of a project. */
export function projectTabCommands(project: Project): readonly Command[] {
  return projectTabs.map((tab) => ({
    id: `tab ${tab.value}`,
    group: groupOf(project),
    name: t`Show ${{ name: tab.name }}`,
    icon: IconFolder,
    to: tabAddress(project, tab.value),
  }));
}
