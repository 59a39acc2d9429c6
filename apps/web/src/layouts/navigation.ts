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
  { to: '/dashboard', name: 'Dashboard', icon: IconLayoutDashboard, words: 'home start' },
  { to: '/search', name: 'Search', icon: IconSearch, words: 'find' },
  { to: '/documents', name: 'Documents', icon: IconFiles, words: 'all texts' },
  {
    to: '/recent',
    name: 'Recent',
    icon: IconClock,
    also: ['/dashboard/recent'],
    words: 'last opened',
  },
  {
    to: '/drafts',
    name: 'Drafts',
    icon: IconPencil,
    also: ['/dashboard/drafts'],
    words: 'unfinished',
  },
];

/** Page of all favourites; the sidebar lists the first ones below this item. */
export const favouritesItem: NavigationItem = {
  to: '/documents?favourite=true',
  name: 'Favourites',
  icon: IconStar,
  words: 'starred',
};

/** Page of all projects; the sidebar lists the first ones below this item. */
export const projectsItem: NavigationItem = {
  to: '/projects',
  name: 'Projects',
  icon: IconFolder,
};

/** Group below favourites and projects. */
export const moreItems: readonly NavigationItem[] = [
  { to: '/templates', name: 'Templates', icon: IconStack2, words: 'begin with' },
  { to: '/archives', name: 'Archives', icon: IconArchive, words: 'put away trash deleted restore' },
  { to: '/collaborators', name: 'Collaborators', icon: IconUsers, words: 'people team' },
  { to: '/activity', name: 'Activity', icon: IconActivity, words: 'what happened news' },
  {
    to: '/dashboard/metrics',
    name: 'Metrics',
    icon: IconChartLine,
    words: 'figures words streak statistics',
  },
];

/** Last group of the sidebar. */
export const lastItems: readonly NavigationItem[] = [
  { to: '/settings', name: 'Settings', icon: IconSettings, words: 'profile preferences account' },
  {
    to: '/help-center',
    name: 'Help',
    icon: IconHelpCircle,
    also: ['/dashboard/help-center'],
    words: 'questions articles',
  },
];

/** Pages that have a button in the bar. */
export const barItems: readonly NavigationItem[] = [
  {
    to: '/notifications',
    name: 'Notifications',
    icon: IconBell,
    words: 'inbox bell unread told mentions',
  },
];

/** Pages for administrators only. */
export const administratorItems: readonly NavigationItem[] = [
  {
    to: '/dashboard/admin',
    name: 'Administration',
    icon: IconShieldLock,
    words: 'server people messages',
  },
  { to: '/dashboard/test', name: 'Testbed', icon: IconTestPipe },
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
