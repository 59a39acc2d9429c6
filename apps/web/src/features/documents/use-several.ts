import { t } from '@lingui/core/macro';
import type { Document, DocumentBatch } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { displayTitle } from '../../language/display-title.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/** Toast titles after an action on several documents. */
const done: Readonly<Record<DocumentBatch['action'], string>> = {
  archive: t`Archived`,
  restore: t`Restored`,
  delete: t`Moved to the trash`,
  move: t`Moved`,
  tag: t`Tagged`,
  untag: t`Tags removed`,
};

/** A batch change without its document ids. */
export type SeveralChange = Omit<DocumentBatch, 'documentIds'>;

/** Changes several documents atomically, and shows a toast. */
export function useSeveral() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn: ({
      documents,
      change,
    }: {
      documents: readonly Document[];
      change: SeveralChange;
    }) =>
      call('changeSeveralDocuments', {
        body: { ...change, documentIds: documents.map(({ id }) => id) },
      }),
    onSuccess(_answer, { documents, change }) {
      show({ title: done[change.action], text: namesOf(documents) });
      void store.invalidateQueries({ queryKey: keys.eachDocument });
      return store.invalidateQueries({ queryKey: keys.documents });
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}

function namesOf(documents: readonly Document[]): string {
  const [first] = documents;
  return documents.length === 1 && first
    ? displayTitle(first.title)
    : t`${{ count: documents.length }} documents`;
}
