import { t } from '@lingui/core/macro';
import { IconChevronDown, IconFileText, IconFolder } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useDocuments } from '../features/documents/use-documents.ts';
import { useProjects } from '../features/projects/use-projects.ts';
import { displayTitle } from '../language/display-title.ts';
import { useUser } from '../session/require-user.tsx';
import { CopyMark } from '../ui/copy-mark.tsx';
import {
  administratorItems,
  favouritesItem,
  firstItems,
  isCurrentPage,
  lastItems,
  moreItems,
  projectsItem,
  type NavigationItem,
} from './navigation.ts';
import type { SidebarState } from './use-sidebar.ts';
import classes from './sidebar.module.css';
import { midSentence } from '../ui/dates.ts';

/** Maximum number of favourites and projects in the sidebar; links lead to all of them. */
const first = 6;

/** All navigation items, with the first of the user's favourites and projects. */
export function Sidebar({ state }: { state: SidebarState }) {
  const user = useUser();
  return (
    <div className={`stack loose ${classes['navigation']}`}>
      <NavigationList items={firstItems} />
      <FavouritesPart state={state} />
      <ProjectsPart state={state} />
      <NavigationList items={moreItems} />
      <NavigationList items={user.isAdmin ? [...lastItems, ...administratorItems] : lastItems} />
    </div>
  );
}

function NavigationList({ items }: { items: readonly NavigationItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.to}>
          <NavigationLink item={item} />
        </li>
      ))}
    </ul>
  );
}

function NavigationLink({ item }: { item: NavigationItem }) {
  const isHere = isCurrentPage(item, useLocation());
  const Icon = item.icon;
  return (
    <Link to={item.to} className="strip choice grow" aria-current={isHere ? 'page' : undefined}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className="ellipsis">{item.name}</span>
    </Link>
  );
}

function FavouritesPart({ state }: { state: SidebarState }) {
  const { items, hasMore } = useDocuments({ favourite: 'true' });
  if (items.length === 0) return null;
  return (
    <Part
      name="favourites"
      item={favouritesItem}
      state={state}
      hasMore={hasMore || items.length > first}
    >
      {items.slice(0, first).map(({ id, title, workingCopyOf }) => (
        <li key={id}>
          <Link
            to={`/documents/${id}`}
            className="strip choice"
            title={
              workingCopyOf === null
                ? displayTitle(title)
                : t`Working copy: ${{ title: displayTitle(title) }}`
            }
          >
            <IconFileText size={16} stroke={1.6} aria-hidden="true" />
            <span className="ellipsis" dir="auto">
              {workingCopyOf !== null && <CopyMark />}
              {displayTitle(title)}
            </span>
          </Link>
        </li>
      ))}
    </Part>
  );
}

function ProjectsPart({ state }: { state: SidebarState }) {
  const { items, hasMore } = useProjects();
  const { pathname } = useLocation();
  return (
    <Part
      name="projects"
      item={projectsItem}
      state={state}
      hasMore={hasMore || items.length > first}
    >
      {items.slice(0, first).map(({ id, name }) => (
        <li key={id}>
          <Link
            to={`/projects/${id}`}
            className="strip choice"
            title={name}
            aria-current={pathname === `/projects/${id}` ? 'page' : undefined}
          >
            <IconFolder size={16} stroke={1.6} aria-hidden="true" />
            <span className="ellipsis" dir="auto">
              {name}
            </span>
          </Link>
        </li>
      ))}
    </Part>
  );
}

type PartProps = {
  name: string;
  item: NavigationItem;
  state: SidebarState;
  hasMore: boolean;
  children: readonly ReactNode[];
};

/** A navigation item with its first entries below it, which can be collapsed. */
function Part({ name, item, state, hasMore, children }: PartProps) {
  const id = useId();
  const isOpen = !state.isCollapsed(name);
  if (children.length === 0) return <NavigationList items={[item]} />;
  return (
    <div>
      <div className={classes['head']}>
        <NavigationLink item={item} />
        <button
          type="button"
          className="iconButton unmarked"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={
            isOpen
              ? t`Hide ${{ name: midSentence(item.name) }}`
              : t`Show ${{ name: midSentence(item.name) }}`
          }
          onClick={() => state.toggleSection(name)}
        >
          <IconChevronDown size={15} stroke={1.8} aria-hidden="true" />
        </button>
      </div>
      <ul id={id} className={classes['inner']} hidden={!isOpen}>
        {children}
        {hasMore && (
          <li>
            <Link to={item.to} className={`strip choice ${classes['all']}`}>
              {t`All ${{ name: midSentence(item.name) }}`}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
