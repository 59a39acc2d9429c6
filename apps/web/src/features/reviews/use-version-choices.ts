import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';

/**
 * Fetches the named versions of a document, which can be reviewed. Sends no request if `isAsked` is
 * false.
 */
export function useVersionChoices(
  documentId: string,
  isAsked: boolean,
): readonly { id: string; name: string }[] {
  const call = useCall();
  const { data } = useQuery({
    queryKey: [...keys.reviews(documentId), 'versions'],
    queryFn: ({ signal }) =>
      call('listVersions', { params: { id: documentId }, query: { limit: 100 } }, signal),
    enabled: isAsked,
  });
  return (data?.items ?? []).flatMap(({ id, name, number }) =>
    name === null ? [] : [{ id, name: t`Version ${number}: ${name}` }],
  );
}
