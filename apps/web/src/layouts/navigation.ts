import { t } from '@lingui/core/macro';
import {
  IconActivity,
  IconArchive,
  IconBell,
  IconChartLine,
  IconClock,
  IconFiles,
  IconFolder,
  IconHelpCircle,
  IconLayoutDashboard,
  IconPencil,
  IconSearch,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconStar,
  IconTestPipe,
  IconUsers,
} from '@tabler/icons-react';
import type { CommandIcon } from '../ui/commands/registry.ts';

/**
 * A page in the navigation of signed-in users. `also` are other paths of the same page; `words` are
 * additional search terms.
 */
export type NavigationItem = {
  readonly to: string;
  readonly name: string;
  readonly icon: CommandIcon;
  readonly also?: readonly string[];
  readonly words?: string;
};

/** First group of the sidebar. */
export const firstItems: readonly NavigationItem[] = [
  { to: '/dashboard', name: t`Dashboard`, icon: IconLayoutDashboard, words: t`home start` },
  { to: '/search', name: t`Search`, icon: IconSearch, words: t`find` },
  { to: '/documents', name: t`Documents`, icon: IconFiles, words: t`all texts` },
  {
    to: '/recent',
    name: t`Recent`,
    icon: IconClock,
    also: ['/dashboard/recent'],
    words: t`last opened`,
  },
  {
    to: '/drafts',
    name: t`Drafts`,
    icon: IconPencil,
    also: ['/dashboard/drafts'],
    words: t`unfinished`,
  },
];

/** Page of all favourites; the sidebar lists the first ones below this item. */
export const favouritesItem: NavigationItem = {
  to: '/documents?favourite=true',
  name: t`Favourites`,
  icon: IconStar,
  words: t`starred`,
};

/** Page of all projects; the sidebar lists the first ones below this item. */
export const projectsItem: NavigationItem = {
  to: '/projects',
  name: t`Projects`,
  icon: IconFolder,
};

/** Group below favourites and projects. */
export const moreItems: readonly NavigationItem[] = [
  { to: '/templates', name: t`Templates`, icon: IconStack2, words: t`begin with` },
  {
    to: '/archives',
    name: t`Archives`,
    icon: IconArchive,
    words: t`put away trash deleted restore`,
  },
  { to: '/collaborators', name: t`Collaborators`, icon: IconUsers, words: t`people team` },
  { to: '/activity', name: t`Activity`, icon: IconActivity, words: t`what happened news` },
  {
    to: '/dashboard/metrics',
    name: t`Metrics`,
    icon: IconChartLine,
    words: t`figures words streak statistics`,
  },
];

/** Last group of the sidebar. */
export const lastItems: readonly NavigationItem[] = [
  { to: '/settings', name: t`Settings`, icon: IconSettings, words: t`profile preferences account` },
  {
    to: '/help-center',
    name: t`Help`,
    icon: IconHelpCircle,
    also: ['/dashboard/help-center'],
    words: t`questions articles`,
  },
];

/** Pages that have a button in the bar. */
export const barItems: readonly NavigationItem[] = [
  {
    to: '/notifications',
    name: t`Notifications`,
    icon: IconBell,
    words: t`inbox bell unread told mentions`,
  },
];

/** Pages for administrators only. */
export const administratorItems: readonly NavigationItem[] = [
  {
    to: '/dashboard/admin',
    name: t`Administration`,
    icon: IconShieldLock,
    words: t`server people messages`,
  },
  { to: '/dashboard/test', name: t`Testbed`, icon: IconTestPipe },
];

/**
 * True if an item is the current page. A URL with a query is a different page from the one
 * without.
 */
export function isCurrentPage(
  { to, also = [] }: NavigationItem,
  { pathname, search }: { pathname: string; search: string },
): boolean {
  if (also.includes(pathname)) return true;
  const [path = '', query] = to.split('?');
  if (path !== pathname) return pathname.startsWith(`${path}/`) && path === '/help-center';
  return query === undefined ? !search.includes('favourite=true') : search === `?${query}`;
}
