import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { keys } from '../../api/keys.ts';

/** Versions of a document with a name, from which the one to be reviewed can be chosen. Not asked for where `isAsked` is false. */
export function useVersionChoices(documentId: string, isAsked: boolean): readonly { id: string; name: string }[] {
  const call = useCall();
  const { data } = useQuery({
    queryKey: [...keys.reviews(documentId), 'versions'],
    queryFn: ({ signal }) => call('listVersions', { params: { id: documentId }, query: { limit: 100 } }, signal),
    enabled: isAsked,
  });
  return (data?.items ?? []).flatMap(({ id, name, number }) =>
    name === null ? [] : [{ id, name: `Version ${number}: ${name}` }],
  );
}
