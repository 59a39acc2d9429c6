import { t } from '@lingui/core/macro';
import type { DocumentChange } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/**
 * Sets the goal or language of a document. Shows a toast if the server rejects it. Resolves to true
 * on success.
 */
export function useChangeDocument(
  id: string,
): (change: Pick<DocumentChange, 'goal' | 'language'>) => Promise<boolean> {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const { mutateAsync } = useMutation({
    mutationFn: (body: DocumentChange) => call('updateDocument', { params: { id }, body }),
    onSuccess: () => store.invalidateQueries({ queryKey: keys.document(id) }),
    onError: (error) =>
      show({ title: t`The setting was not saved`, text: sentenceOf(error), isDestructive: true }),
  });
  return (change) =>
    mutateAsync(change).then(
      () => true,
      () => false,
    );
}
