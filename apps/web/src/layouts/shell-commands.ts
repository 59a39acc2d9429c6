import { t } from '@lingui/core/macro';
import {
  IconDeviceDesktop,
  IconFilePlus,
  IconFileUpload,
  IconFolderPlus,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconSun,
} from '@tabler/icons-react';
import { useUser } from '../session/require-user.tsx';
import { themes, type Theme } from '../theme/scheme.ts';
import { themeNames } from '../theme/theme-names.ts';
import { useTheme } from '../theme/use-theme.ts';
import { useCommandsAt } from '../ui/commands/commands-provider.tsx';
import type { Overlay } from '../ui/commands/overlay.ts';
import type { Command, CommandIcon } from '../ui/commands/registry.ts';
import { adminTabs, settingsTabs, type TabName } from '../ui/tab-names.ts';
import {
  administratorItems,
  barItems,
  favouritesItem,
  firstItems,
  lastItems,
  moreItems,
  projectsItem,
  type NavigationItem,
} from './navigation.ts';
import { midSentence } from '../ui/dates.ts';

type Props = {
  /** See `useCommandsPlace`. */
  place: string;
  signOut: () => void;
  show: (overlay: Overlay) => void;
};

const themeIcons = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop };

function goTo({ to, name, icon, words = '' }: NavigationItem): Command {
  return { id: `go ${to}`, group: t`Go to`, name, icon, words: t`go open ${words}`, to };
}

function tabCommands(
  page: string,
  path: string,
  icon: CommandIcon,
  tabs: readonly TabName[],
): Command[] {
  return tabs.map(({ value, name, words }) => ({
    id: `tab ${path} ${value}`,
    group: page,
    name: `${page}: ${name}`,
    icon,
    ...(words !== undefined && { words }),
    to: `${path}?${new URLSearchParams({ tab: value })}`,
  }));
}

function createCommands(show: Props['show']): Command[] {
  const group = t`Create`;
  return [
    {
      id: 'new document',
      group,
      name: t`New document`,
      words: t`create write blank`,
      icon: IconFilePlus,
      to: '/new-document',
    },
    {
      id: 'template',
      group,
      name: t`New document from a template`,
      words: t`create`,
      icon: IconStack2,
      to: '/templates',
    },
    {
      id: 'new project',
      group,
      name: t`New project`,
      words: t`create`,
      icon: IconFolderPlus,
      run: () => show({ kind: 'new_project' }),
    },
    {
      id: 'import',
      group,
      name: t`Import files`,
      words: t`bring upload markdown word html text zip`,
      icon: IconFileUpload,
      run: () => show({ kind: 'import', project: null }),
    },
  ];
}

function themeCommands(choose: (theme: Theme) => void): Command[] {
  return themes.map((theme) => ({
    id: `theme ${theme}`,
    group: t`Theme`,
    name: t`Theme: ${{ theme: midSentence(themeNames[theme]) }}`,
    words: t`colours mode`,
    icon: themeIcons[theme],
    run: () => choose(theme),
  }));
}

/**
 * Registers the commands of every page: create, navigate, change the theme, get help, sign out.
 * Renders nothing.
 */
export default function ShellCommands({ place, signOut, show }: Props): null {
  useCommandsAt(place, useShellCommands({ signOut, show }));
  return null;
}

function useShellCommands({ signOut, show }: Omit<Props, 'place'>): readonly Command[] {
  const user = useUser();
  const [, chooseTheme] = useTheme();
  const items = [
    ...firstItems,
    ...barItems,
    favouritesItem,
    projectsItem,
    ...moreItems,
    ...lastItems,
  ];
  return [
    ...createCommands(show),
    ...items.map(goTo),
    ...(user.isAdmin ? administratorItems.map(goTo) : []),
    ...themeCommands(chooseTheme),
    ...tabCommands(t`Settings`, '/settings', IconSettings, settingsTabs),
    ...(user.isAdmin
      ? tabCommands(t`Administration`, '/dashboard/admin', IconShieldLock, adminTabs)
      : []),
    {
      id: 'keys',
      group: t`Everywhere`,
      name: t`Keyboard shortcuts`,
      words: t`keys help`,
      icon: IconKeyboard,
      keys: '?',
      run: () => show({ kind: 'keys' }),
    },
    {
      id: 'sign out',
      group: t`Account`,
      name: t`Sign out`,
      words: t`log out leave logout`,
      icon: IconLogout,
      run: signOut,
    },
  ];
}
