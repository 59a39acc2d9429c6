import { useEffect, useState } from 'react';
import { shownName } from '../../language/person-names.ts';
import type { Awareness } from 'y-protocols/awareness';

/**
 * Another user who has this document open. `clientId` is that of a page with their caret, or null.
 */
export type PersonHere = {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly clientId: number | null;
};

/** Returns the other users who have this document open, each once, ordered by name. */
export function usePeopleHere(awareness: Awareness, myId: string): readonly PersonHere[] {
  const [people, setPeople] = useState<readonly PersonHere[]>([]);
  useEffect(() => {
    const read = (): void =>
      setPeople((before) => sameOr(before, peopleIn(awareness.getStates(), myId)));
    read();
    awareness.on('change', read);
    return () => awareness.off('change', read);
  }, [awareness, myId]);
  return people;
}

/**
 * Returns the users in awareness states other than `myId`. The server sets the user data in each
 * state.
 */
export function peopleIn(states: ReadonlyMap<number, unknown>, myId: string): PersonHere[] {
  const people = new Map<string, PersonHere>();
  for (const [clientId, state] of states) {
    const { user, cursor } = (state ?? {}) as { user?: Partial<PersonHere>; cursor?: unknown };
    if (
      typeof user?.id !== 'string' ||
      typeof user.name !== 'string' ||
      typeof user.color !== 'string' ||
      user.id === myId
    )
      continue;
    const known = people.get(user.id)?.clientId ?? null;
    const caretAt = cursor === null || cursor === undefined ? known : clientId;
    const name = shownName(user.name);
    people.set(user.id, { id: user.id, name, color: user.color, clientId: caretAt });
  }
  return [...people.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1),
  );
}

/** Returns the previous list if it is equal, so that a moving caret does not rerender anything. */
function sameOr(before: readonly PersonHere[], now: readonly PersonHere[]): readonly PersonHere[] {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
