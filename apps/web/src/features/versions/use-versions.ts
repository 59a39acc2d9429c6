import { t } from '@lingui/core/macro';
import type { Version } from '@longhand/contract';
import type { NodeJson } from '@longhand/document';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/** Fetches the versions of a document, newest first. */
export function useVersions(documentId: string): List<Version> {
  return useList(keys.versions(documentId), (call, cursor, signal) =>
    call('listVersions', { params: { id: documentId }, query: cursor }, signal),
  );
}

/** Fetches the content of a version once; it is immutable. `versionId` null: sends no request. */
export function useVersionText(
  documentId: string,
  versionId: string | null,
): { content: NodeJson | null; error: Error | null } {
  const call = useCall();
  const { data, error } = useQuery({
    queryKey: keys.version(documentId, versionId ?? ''),
    queryFn: ({ signal }) =>
      call(
        'getVersion',
        { params: { id: documentId, versionId: versionId ?? '' }, query: { format: 'json' } },
        signal,
      ),
    enabled: versionId !== null,
    staleTime: Infinity,
  });
  return { content: isDocument(data?.content) ? data.content : null, error };
}

function isDocument(content: unknown): content is NodeJson {
  return (
    typeof content === 'object' && content !== null && 'type' in content && content.type === 'doc'
  );
}

/** Saves, renames and restores versions. Each invalidates the list. */
export function useChangeVersions(documentId: string) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const onSuccess = (): Promise<void> =>
    store.invalidateQueries({ queryKey: keys.versions(documentId) });
  const onError = (error: Error): void =>
    show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
  const params = { id: documentId };
  return {
    keep: useMutation({
      mutationFn: (name: string) =>
        call('createVersion', { params, body: name === '' ? {} : { name } }),
      onSuccess,
      onError,
    }),
    /** Sets the name of a version, or removes it (null). */
    rename: useMutation({
      mutationFn: ({ versionId, name }: { versionId: string; name: string | null }) =>
        call('updateVersion', { params: { ...params, versionId }, body: { name } }),
      onSuccess,
      onError,
    }),
    /**
     * Creates a document from a version: in the same project if the user may, otherwise as a
     * personal draft.
     */
    continueAs: useMutation({
      mutationFn: ({ versionId, isOwn }: { versionId: string; isOwn: boolean }) =>
        call('duplicateDocument', {
          params,
          body: { versionId, ...(!isOwn && { projectId: null }) },
        }),
      onSuccess: () => store.invalidateQueries({ queryKey: keys.documents }),
      onError,
    }),
    restore: useMutation({
      mutationFn: (versionId: string) =>
        call('restoreVersion', { params: { ...params, versionId } }),
      onSuccess,
      onError,
    }),
  };
}
