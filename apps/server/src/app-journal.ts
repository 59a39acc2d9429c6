import type { Journal } from './domain/journal.ts';
import { createJournal } from './domain/journal.ts';
import { tellingJournal } from './app-events.ts';
import { createNotify, notifyingJournal } from './features/notifications/notifying.ts';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';

/** The journal of the product: what is written down is told to open pages, and to the people whom it concerns. */
export function composeJournal(deps: { clock: Clock; ids: Ids }): Journal {
  return notifyingJournal(tellingJournal(createJournal(deps)), createNotify(deps));
}
