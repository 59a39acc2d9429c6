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

/** Somewhere that signed-in people go. `also` are other addresses of the same page; `words` others by which it is found. */
export type Place = {
  readonly to: string;
  readonly name: string;
  readonly icon: CommandIcon;
  readonly also?: readonly string[];
  readonly words?: string;
};

/** What stands on top. Source: specification, section 2, Protected routes. */
export const firstPlaces: readonly Place[] = [
  { to: '/dashboard', name: 'Dashboard', icon: IconLayoutDashboard, words: 'home start' },
  { to: '/search', name: 'Search', icon: IconSearch, words: 'find' },
  { to: '/documents', name: 'Documents', icon: IconFiles, words: 'all texts' },
  { to: '/recent', name: 'Recent', icon: IconClock, also: ['/dashboard/recent'], words: 'last opened' },
  { to: '/drafts', name: 'Drafts', icon: IconPencil, also: ['/dashboard/drafts'], words: 'unfinished' },
];

/** Where one's favourites and projects are, all of them; the first ones stand under these names in the sidebar. */
export const favouritesPlace: Place = { to: '/documents?favourite=true', name: 'Favourites', icon: IconStar, words: 'starred' };
export const projectsPlace: Place = { to: '/projects', name: 'Projects', icon: IconFolder };

/** What stands below favourites and projects. */
export const morePlaces: readonly Place[] = [
  { to: '/templates', name: 'Templates', icon: IconStack2, words: 'begin with' },
  { to: '/archives', name: 'Archives', icon: IconArchive, words: 'put away trash deleted restore' },
  { to: '/collaborators', name: 'Collaborators', icon: IconUsers, words: 'people team' },
  { to: '/activity', name: 'Activity', icon: IconActivity, words: 'what happened news' },
  { to: '/dashboard/metrics', name: 'Metrics', icon: IconChartLine, words: 'figures words streak statistics' },
];

/** What stands at the end. */
export const lastPlaces: readonly Place[] = [
  { to: '/settings', name: 'Settings', icon: IconSettings, words: 'profile preferences account' },
  { to: '/help-center', name: 'Help', icon: IconHelpCircle, also: ['/dashboard/help-center'], words: 'questions articles' },
];

/** What has a place of its own in the bar. */
export const barPlaces: readonly Place[] = [
  { to: '/notifications', name: 'Notifications', icon: IconBell, words: 'inbox bell unread told mentions' },
];

/** What only those see who run the server. Source: specification, section 6. */
export const administratorPlaces: readonly Place[] = [
  { to: '/dashboard/admin', name: 'Administration', icon: IconShieldLock, words: 'server people messages' },
  { to: '/dashboard/test', name: 'Testbed', icon: IconTestPipe },
];

/** Whether `place` is where one is. An address with a query is another place than the one without. */
export function isAt({ to, also = [] }: Place, { pathname, search }: { pathname: string; search: string }): boolean {
  if (also.includes(pathname)) return true;
  const [path = '', query] = to.split('?');
  if (path !== pathname) return pathname.startsWith(`${path}/`) && path === '/help-center';
  return query === undefined ? !search.includes('favourite=true') : search === `?${query}`;
}
