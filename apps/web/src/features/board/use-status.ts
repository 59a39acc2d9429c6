import { t } from '@lingui/core/macro';
import type { Document, DocumentStatus } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { storeRow } from '../../api/document-rows.ts';
import { keys } from '../../api/keys.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { useToast } from '../../ui/toast-provider.tsx';

type Move = { document: Document; status: DocumentStatus };

/** Changes the status of a document. `moving` is the change in progress. */
export function useStatus() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const change = useMutation({
    mutationFn: ({ document: { id }, status }: Move) =>
      call('updateDocument', { params: { id }, body: { status } }),
    // Lists that depend on the status are fetched after the event of this change.
    onSuccess(answer) {
      storeAnswer(store, keys.document(answer.id), answer);
      storeRow(store, answer);
    },
    onError(error, { document }) {
      show({ title: t`The status was not changed`, text: sentenceOf(error), isDestructive: true });
      void store.invalidateQueries({ queryKey: keys.document(document.id) });
      return store.invalidateQueries({ queryKey: keys.documents });
    },
  });
  const moving: Move | null = change.isPending ? change.variables : null;
  return {
    moving,
    move: (document: Document, status: DocumentStatus) => change.mutate({ document, status }),
  };
}
