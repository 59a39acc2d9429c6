import { displayTitle } from '@longhand/contract';
import { IconChevronDown, IconFileText, IconFolder } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useDocuments } from '../features/documents/use-documents.ts';
import { useProjects } from '../features/projects/use-projects.ts';
import { useUser } from '../session/require-user.tsx';
import { CopyMark } from '../ui/copy-mark.tsx';
import {
  administratorPlaces,
  favouritesPlace,
  firstPlaces,
  isAt,
  lastPlaces,
  morePlaces,
  projectsPlace,
  type NavigationItem,
} from './places.ts';
import type { SidebarState } from './use-sidebar.ts';
import classes from './sidebar.module.css';

/** Maximum number of favourites and projects in the sidebar; links lead to all of them. */
const first = 6;

/** All places, with the first of the user's favourites and projects. */
export function Sidebar({ state }: { state: SidebarState }) {
  const user = useUser();
  return (
    <div className={`stack ${classes['places']}`}>
      <PlaceList places={firstPlaces} />
      <FavouritesPart state={state} />
      <ProjectsPart state={state} />
      <PlaceList places={morePlaces} />
      <PlaceList places={user.isAdmin ? [...lastPlaces, ...administratorPlaces] : lastPlaces} />
    </div>
  );
}

function PlaceList({ places }: { places: readonly NavigationItem[] }) {
  return (
    <ul>
      {places.map((place) => (
        <li key={place.to}>
          <PlaceLink place={place} />
        </li>
      ))}
    </ul>
  );
}

function PlaceLink({ place }: { place: NavigationItem }) {
  const isHere = isAt(place, useLocation());
  const Icon = place.icon;
  return (
    <Link to={place.to} className="choice" aria-current={isHere ? 'page' : undefined}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className="ellipsis">{place.name}</span>
    </Link>
  );
}

function FavouritesPart({ state }: { state: SidebarState }) {
  const { items, hasMore } = useDocuments({ favourite: 'true' });
  if (items.length === 0) return null;
  return (
    <Part
      name="favourites"
      place={favouritesPlace}
      state={state}
      hasMore={hasMore || items.length > first}
    >
      {items.slice(0, first).map(({ id, title, workingCopyOf }) => (
        <li key={id}>
          <Link
            to={`/documents/${id}`}
            className="choice"
            title={
              workingCopyOf === null ? displayTitle(title) : `Working copy: ${displayTitle(title)}`
            }
          >
            <IconFileText size={16} stroke={1.6} aria-hidden="true" />
            <span className="ellipsis">
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
      place={projectsPlace}
      state={state}
      hasMore={hasMore || items.length > first}
    >
      {items.slice(0, first).map(({ id, name }) => (
        <li key={id}>
          <Link
            to={`/projects/${id}`}
            className="choice"
            title={name}
            aria-current={pathname === `/projects/${id}` ? 'page' : undefined}
          >
            <IconFolder size={16} stroke={1.6} aria-hidden="true" />
            <span className="ellipsis">{name}</span>
          </Link>
        </li>
      ))}
    </Part>
  );
}

type PartProps = {
  name: string;
  place: NavigationItem;
  state: SidebarState;
  hasMore: boolean;
  children: readonly ReactNode[];
};

/** A place with its first entries below it, which can be collapsed. */
function Part({ name, place, state, hasMore, children }: PartProps) {
  const id = useId();
  const isOpen = !state.isCollapsed(name);
  if (children.length === 0) return <PlaceList places={[place]} />;
  return (
    <div>
      <div className={classes['head']}>
        <PlaceLink place={place} />
        <button
          type="button"
          className="iconButton"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Hide' : 'Show'} ${place.name.toLocaleLowerCase('en')}`}
          onClick={() => state.toggleSection(name)}
        >
          <IconChevronDown size={15} stroke={1.8} aria-hidden="true" />
        </button>
      </div>
      <ul id={id} className={classes['inner']} hidden={!isOpen}>
        {children}
        {hasMore && (
          <li>
            <Link to={place.to} className={`choice ${classes['all']}`}>
              All {place.name.toLocaleLowerCase('en')}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
