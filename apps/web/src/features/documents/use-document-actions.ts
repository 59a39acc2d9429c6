import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { displayTitle } from '../../language/display-title.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/** Actions on a document in a list. */
export type DocumentAction =
  | 'archive'
  | 'restore'
  | 'delete'
  | 'remove'
  | 'duplicate'
  | 'favourite'
  | 'unfavourite'
  | 'lock'
  | 'unlock'
  | 'template'
  | 'untemplate';

/** Toast titles after an action; the document's title follows in the text. */
const done: Readonly<Record<DocumentAction, string>> = {
  archive: t`Archived`,
  restore: t`Restored`,
  delete: t`Moved to the trash`,
  remove: t`Deleted permanently`,
  duplicate: t`Duplicated`,
  favourite: t`Marked as a favourite`,
  unfavourite: t`Removed from favourites`,
  lock: t`Locked: read and comment only`,
  unlock: t`Unlocked`,
  template: t`Saved as template`,
  untemplate: t`No longer a template`,
};

/** Performs an action on a document, shows a toast, and invalidates the lists. */
export function useDocumentAction() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn({
      document: { id },
      action,
    }: {
      document: Document;
      action: DocumentAction;
    }): Promise<Document> {
      const params = { id };
      switch (action) {
        case 'archive':
          return call('archiveDocument', { params });
        case 'restore':
          return call('restoreDocument', { params });
        case 'delete':
          return call('deleteDocument', { params, body: {} });
        case 'remove':
          return call('deleteDocument', { params, body: { permanent: true } });
        case 'duplicate':
          return call('duplicateDocument', { params, body: {} });
        case 'favourite':
          return call('addFavourite', { params });
        case 'unfavourite':
          return call('removeFavourite', { params });
        case 'lock':
          return call('lockDocument', { params });
        case 'unlock':
          return call('unlockDocument', { params });
        case 'template':
          return call('saveAsTemplate', { params });
        case 'untemplate':
          return call('removeTemplate', { params });
      }
    },
    onSuccess(_answer, { document, action }) {
      show({ title: done[action], text: displayTitle(document.title) });
      void store.invalidateQueries({ queryKey: keys.document(document.id) });
      return store.invalidateQueries({ queryKey: keys.documents });
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}
