import { plural, t } from '@lingui/core/macro';

/**
 * Returns the result of a search in words.
 *
 * @param count number of found articles; null if the index could not be loaded
 */
export function foundStatus(count: number | null): string {
  if (count === null)
    return t`The articles cannot be searched now. Check your connection and try again.`;
  if (count === 0) return t`No articles. Try fewer or different words.`;
  return plural(count, { one: '# article', other: '# articles' });
}
