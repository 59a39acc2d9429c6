import { plural } from '@lingui/core/macro';
import type { Activity } from '@longhand/contract';
import { numberLocale } from '../../ui/dates.ts';

/** Returns the number of added and removed words, if any: `+120 −4 words`, otherwise null. */
export function activityWords(activity: Activity): string | null {
  if (activity.type !== 'document.edited') return null;
  const { wordsAdded: added, wordsRemoved: removed } = activity.data;
  if (added === 0 && removed === 0) return null;
  const counts = [
    added > 0 && `+${added.toLocaleString(numberLocale)}`,
    removed > 0 && `−${removed.toLocaleString(numberLocale)}`,
  ];
  const numbers = counts.filter(Boolean).join(' ');
  return plural(added + removed, { one: `${{ numbers }} word`, other: `${{ numbers }} words` });
}
