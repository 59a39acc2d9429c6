import { wrongField } from '@longhand/contract';
import { refuse } from '../platform/refusal.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Refuses `invalid` for a due date in the past. Yesterday in UTC is accepted: in the user's time
 * zone it may be today.
 *
 * @param dueOn - A day in ISO 8601; null or absent for none.
 * @param now - Current time (ms since 1970).
 */
export function requireDueDay(dueOn: string | null | undefined, now: number): void {
  if (!dueOn) return;
  const earliest = new Date(now - dayMs).toISOString().slice(0, 10);
  if (dueOn < earliest) refuse('invalid', { errors: [wrongField('dueOn', 'due_passed')] });
}
