import { t } from '@lingui/core/macro';
import type { Notification, NotificationSettings, Watch } from '@longhand/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/** Fetches the user's notifications, newest first. */
export function useNotifications(): List<Notification> {
  return useList(keys.notifications, (call, cursor, signal) =>
    call('listNotifications', { query: cursor }, signal),
  );
}

/** Returns the number of unread notifications; 0 until it is known. */
export function useUnread(): number {
  const call = useCall();
  const { data } = useQuery({
    queryKey: keys.unreadNotifications,
    queryFn: ({ signal }) => call('countNotifications', {}, signal),
  });
  return data?.unread ?? 0;
}

/** Marks some notifications as read, or all of them (null). */
export function useMarkRead() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    mutationFn: (ids: readonly string[] | null) =>
      call('readNotifications', { body: ids === null ? {} : { ids: [...ids] } }),
    onSuccess(answer) {
      storeAnswer(store, keys.unreadNotifications, answer);
      return store.invalidateQueries({ queryKey: keys.notifications });
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}

/**
 * Returns the mail settings for notifications, and the function to change them (optimistic update).
 */
export function useNotificationSettings() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const query = useQuery({
    queryKey: keys.notificationSettings,
    queryFn: ({ signal }) => call('getNotificationSettings', {}, signal),
  });
  const mutationKey = ['notification settings'];
  const change = useMutation({
    mutationKey,
    mutationFn: (body: NotificationSettings) => call('setNotificationSettings', { body }),
    onMutate: (body) => storeAnswer(store, keys.notificationSettings, body),
    onSuccess(answer) {
      // A refused change has fetched the settings again, perhaps before this change was stored.
      if (store.isMutating({ mutationKey }) > 1) return;
      storeAnswer(store, keys.notificationSettings, answer);
    },
    onError(error) {
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
      return store.invalidateQueries({ queryKey: keys.notificationSettings });
    },
  });
  return {
    settings: query.data ?? null,
    error: query.error,
    set: (body: NotificationSettings) => change.mutate(body),
  };
}

/** A document or project that can be watched. */
export type Watchable = { readonly kind: 'document' | 'project'; readonly id: string };

/**
 * True if the user watches something (null until known), and the function to change it (optimistic
 * update).
 */
export function useWatch({ kind, id }: Watchable): {
  watching: boolean | null;
  choose: (watching: boolean) => void;
} {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const queryKey = keys.watch(kind, id);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(
        kind === 'document' ? 'getDocumentWatch' : 'getProjectWatch',
        { params: { id } },
        signal,
      ),
  });
  const change = useMutation({
    mutationFn: (watching: boolean) =>
      call(kind === 'document' ? 'setDocumentWatch' : 'setProjectWatch', {
        params: { id },
        body: { watching },
      }),
    onMutate: (watching) => storeAnswer<Watch>(store, queryKey, { watching, chosen: true }),
    onError(error) {
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
      return store.invalidateQueries({ queryKey });
    },
  });
  return { watching: data?.watching ?? null, choose: (watching) => change.mutate(watching) };
}
