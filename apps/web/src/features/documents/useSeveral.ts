import type { Document, DocumentBatch } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { titleOf } from '../../ui/titleOf.ts';
import { useToast } from '../../ui/ToastProvider.tsx';

/** What is said when it is done to several documents. */
const done: Readonly<Record<DocumentBatch['action'], string>> = {
  archive: 'Archived',
  restore: 'Restored',
  delete: 'Moved to the trash for 30 days',
  move: 'Moved',
  tag: 'Tagged',
  untag: 'Tags removed',
};

/** What is done, without the documents it is done to. */
export type SeveralChange = Omit<DocumentBatch, 'documentIds'>;

/** Does one thing to several documents, to all of them or to none, and says so. */
export function useSeveral() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn: ({ documents, change }: { documents: readonly Document[]; change: SeveralChange }) =>
      call('changeSeveralDocuments', { body: { ...change, documentIds: documents.map(({ id }) => id) } }),
    onSuccess(_answer, { documents, change }) {
      show({ title: done[change.action], text: namesOf(documents) });
      void store.invalidateQueries({ queryKey: keys.eachDocument });
      return store.invalidateQueries({ queryKey: keys.documents });
    },
    onError: (error) => show({ title: 'Nothing was changed', text: sentenceOf(error), isDestructive: true }),
  });
}

function namesOf(documents: readonly Document[]): string {
  const [first] = documents;
  return documents.length === 1 && first ? titleOf(first.title) : `${documents.length} documents`;
}
