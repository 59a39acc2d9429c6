import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/** Actions on a project as a whole. */
export type ProjectMove =
  | { readonly kind: 'archive' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'hand_over'; readonly userId: string };

const done: Readonly<Record<ProjectMove['kind'], string>> = {
  archive: t`Archived`,
  restore: t`Restored`,
  delete: t`Moved to the trash`,
  hand_over: t`Ownership transferred`,
};

/** Archives, restores, deletes or transfers a project; shows a toast and invalidates the lists. */
export function useProjectMove({ id, name }: Project) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn(move: ProjectMove): Promise<Project> {
      const params = { id };
      switch (move.kind) {
        case 'archive':
          return call('archiveProject', { params });
        case 'restore':
          return call('restoreProject', { params });
        case 'delete':
          return call('deleteProject', { params });
        case 'hand_over':
          return call('handOverProject', { params, body: { userId: move.userId } });
      }
    },
    onSuccess(project, { kind }) {
      show({ title: done[kind], text: name });
      storeAnswer(store, keys.project(id), project);
      const old = [
        keys.projects,
        keys.documents,
        keys.eachDocument,
        keys.allCollaborators,
        keys.activity,
      ];
      return Promise.all(old.map((queryKey) => store.invalidateQueries({ queryKey })));
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}
