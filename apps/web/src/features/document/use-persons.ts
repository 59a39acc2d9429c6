import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useDocumentPeople } from '../../api/use-document-people.ts';
import type { PersonShown } from '../../editor/editor-context.ts';

/**
 * Returns a lookup of people by id. `authors` are the ids that must be found. If one of them has no
 * access any more, for example a guest with a revoked link, the name comes from the authorship
 * record.
 */
export function usePersons(
  documentId: string,
  me: User,
  authors: readonly string[],
): (id: string) => PersonShown {
  const call = useCall();
  const { items, isPending } = useDocumentPeople(documentId);
  const isGuest = me.username === '';
  const present = new Set([me.id, ...items.map(({ user }) => user.id)]);
  const isMissing = !isPending && !isGuest && authors.some((id) => !present.has(id));
  const { data: recorded } = useQuery({
    queryKey: keys.formerPeople(documentId),
    queryFn: ({ signal }) => call('getAuthors', { params: { id: documentId }, query: {} }, signal),
    select: ({ people }) => people,
    enabled: isMissing,
    staleTime: Infinity,
  });
  return useMemo(() => {
    const people = [...(recorded ?? []), ...items.map(({ user }) => user), me];
    const known = new Map<string, PersonShown>(
      people.map(({ id, name, avatarColor }) => [id, { name, color: avatarColor }]),
    );
    // Guests can only look up collaborators of a project who have written in the document.
    return (id) => known.get(id) ?? (isGuest ? collaborator : former);
  }, [items, me, recorded, isGuest]);
}

const collaborator: PersonShown = { name: t`Collaborator`, color: '#6b7280' };
const former: PersonShown = { name: t`Former collaborator`, color: '#6b7280' };
