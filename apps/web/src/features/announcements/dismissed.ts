import type { Storing } from '../../ui/storage.ts';

const key = 'dismissed-announcements';

/** Maximum number of dismissed announcements stored on a device: more are never active at once. */
const remembered = 50;

/**
 * Reads which announcements were dismissed on this device.
 *
 * @param storage - The device's storage.
 * @returns Ids of announcements, oldest first; empty if nothing readable is stored.
 */
export function dismissedIn(storage: Storing): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) && stored.every((id) => typeof id === 'string') ? stored : [];
  } catch {
    return [];
  }
}

/**
 * Stores that an announcement was dismissed on this device. The oldest entries are dropped beyond
 * {@link remembered}.
 *
 * @param storage - The device's storage.
 * @param id - Id of the announcement.
 * @returns The ids that are dismissed now, oldest first.
 */
export function dismissIn(storage: Storing, id: string): readonly string[] {
  const ids = [...dismissedIn(storage).filter((each) => each !== id), id].slice(-remembered);
  storage.setItem(key, JSON.stringify(ids));
  return ids;
}
