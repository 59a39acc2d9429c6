import type { User } from '@longhand/contract';
import { useMemo } from 'react';
import { useDocumentPeople } from '../../api/useDocumentPeople.ts';
import type { PersonShown } from '../../ui/openText.ts';

/** Finds the people of a document by their ids. Who is not among them any more is “Somebody who left”. */
export function usePersons(documentId: string, me: User): (id: string) => PersonShown {
  const { items } = useDocumentPeople(documentId);
  return useMemo(() => {
    const known = new Map<string, PersonShown>(items.map(({ user }) => [user.id, { name: user.name, color: user.avatarColor }]));
    known.set(me.id, { name: me.name, color: me.avatarColor });
    // Guests know of the people of a project only those who have written here.
    return (id) => known.get(id) ?? (me.username === '' ? somebody : left);
  }, [items, me]);
}

const somebody: PersonShown = { name: 'Somebody', color: '#6b7280' };
const left: PersonShown = { name: 'Somebody who left', color: '#6b7280' };
