import { expect, test } from 'vitest';
import { administratorPlaces, favouritesPlace, firstPlaces, isAt, lastPlaces, morePlaces, projectsPlace } from './places.ts';

const all = [...firstPlaces, favouritesPlace, projectsPlace, ...morePlaces, ...lastPlaces, ...administratorPlaces];
const at = (pathname: string, search = '') => all.filter((place) => isAt(place, { pathname, search })).map(({ name }) => name);

test('one is at one place, whichever of its addresses it is', () => {
  for (const { to, name } of all) {
    const [pathname = '', query] = to.split('?');
    expect(at(pathname, query === undefined ? '' : `?${query}`)).toEqual([name]);
  }
  expect(at('/dashboard/drafts')).toEqual(['Drafts']);
  expect(at('/help-center/saved')).toEqual(['Help']);
  expect(at('/documents', '?tag=spring')).toEqual(['Documents']);
  expect(at('/projects/0199')).toEqual([]);
});
