import { t } from '@lingui/core/macro';
import {
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import type { Call } from '../../api/caller.ts';
import { sentenceOf } from '../../api/failure.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { useToast, type Toast } from '../../ui/toast-provider.tsx';

type Change<Given, After> = {
  readonly send: (call: Call, given: Given) => Promise<After>;
  /** Queries that are fetched again afterwards. The change is done when they are. */
  readonly changes: readonly QueryKey[];
  /** Title of the toast about a failure. */
  readonly failed?: string;
  /** Toast about the success. */
  readonly done?: Toast;
};

/** Returns an action of a row: it changes the server, and a toast tells if nothing was changed. */
export function useChange<Given, After>({
  send,
  changes,
  failed = t`Nothing was changed`,
  done,
}: Change<Given, After>): UseMutationResult<After, Error, Given> {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn: (given: Given) => send(call, given),
    async onSuccess() {
      if (done !== undefined) show(done);
      await Promise.all(changes.map((queryKey) => store.invalidateQueries({ queryKey })));
    },
    onError: (error) => show({ title: failed, text: sentenceOf(error), isDestructive: true }),
  });
}

type Saving<Given, After> = {
  /** Key of the query that reads the setting. */
  readonly queryKey: QueryKey;
  readonly send: (call: Call, given: Given) => Promise<After>;
  /** Queries that follow from the setting. */
  readonly changes?: readonly QueryKey[];
  /** Toast about the success. */
  readonly done?: Toast;
};

/** Returns the action that stores a setting of the server, and shows the answer as the setting. */
export function useSaving<Given, After>({
  queryKey,
  send,
  changes = [],
  done,
}: Saving<Given, After>): UseMutationResult<After, Error, Given> {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn: (given: Given) => send(call, given),
    onSuccess(after) {
      storeAnswer(store, queryKey, after);
      for (const changed of changes) void store.invalidateQueries({ queryKey: changed });
      if (done !== undefined) show(done);
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}
