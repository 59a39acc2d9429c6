import { useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';

/** Another person who has this document open. `clientId` is that of the page where they have a caret, if they have one. */
export type PersonHere = { readonly id: string; readonly name: string; readonly color: string; readonly clientId: number | null };

/** Who else has this document open, each person once, in the order of their names. */
export function usePeopleHere(awareness: Awareness, myId: string): readonly PersonHere[] {
  const [people, setPeople] = useState<readonly PersonHere[]>([]);
  useEffect(() => {
    const read = (): void => setPeople((before) => sameOr(before, peopleIn(awareness.getStates(), myId)));
    read();
    awareness.on('change', read);
    return () => awareness.off('change', read);
  }, [awareness, myId]);
  return people;
}

/** The people in awareness states other than `myId`. The server has put its own card of the person into each state. */
export function peopleIn(states: ReadonlyMap<number, unknown>, myId: string): PersonHere[] {
  const people = new Map<string, PersonHere>();
  for (const [clientId, state] of states) {
    const { user, cursor } = (state ?? {}) as { user?: Partial<PersonHere>; cursor?: unknown };
    if (typeof user?.id !== 'string' || typeof user.name !== 'string' || typeof user.color !== 'string' || user.id === myId)
      continue;
    const known = people.get(user.id)?.clientId ?? null;
    const caretAt = cursor === null || cursor === undefined ? known : clientId;
    people.set(user.id, { id: user.id, name: user.name, color: user.color, clientId: caretAt });
  }
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1));
}

/** The list before where nothing of it has changed, so that a moving caret draws nothing anew. */
function sameOr(before: readonly PersonHere[], now: readonly PersonHere[]): readonly PersonHere[] {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
