import { expect, test } from 'vitest';
import { routes } from '../app/routes.ts';
import {
  administratorItems,
  barItems,
  favouritesItem,
  firstItems,
  isCurrentPage,
  lastItems,
  moreItems,
  projectsItem,
} from './navigation.ts';

const all = [
  ...firstItems,
  ...barItems,
  favouritesItem,
  projectsItem,
  ...moreItems,
  ...lastItems,
  ...administratorItems,
];
const at = (pathname: string, search = '') =>
  all.filter((item) => isCurrentPage(item, { pathname, search })).map(({ name }) => name);

test('every address belongs to at most one navigation item', () => {
  for (const { to, name } of all) {
    const [pathname = '', query] = to.split('?');
    expect(at(pathname, query === undefined ? '' : `?${query}`)).toEqual([name]);
  }
  expect(at('/dashboard/drafts')).toEqual(['Drafts']);
  expect(at('/help-center/saved')).toEqual(['Help']);
  expect(at('/documents', '?tag=spring')).toEqual(['Documents']);
  expect(at('/projects/0199')).toEqual([]);
});

test('every route of the workspace is a navigation item, and therefore a command of the palette', () => {
  const paths = routes.flatMap(({ layout, path }) =>
    layout === 'work' && !path.includes(':') ? [`/${path}`] : [],
  );
  const known = all.flatMap(({ to, also = [] }) => [to, ...also]);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !known.includes(path))).toEqual([]);
});
