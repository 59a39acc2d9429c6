import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { deviceName } from './device-name.ts';

/** Signed-in devices, with an action to sign out each. */
export function Devices() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const list = useList(keys.sessions, (ask, cursor, signal) =>
    ask('listSessions', { query: cursor }, signal),
  );
  const settled = {
    onSuccess: () => store.invalidateQueries({ queryKey: keys.sessions }),
    onError: (error: Error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  };
  const end = useMutation({
    mutationFn: (id: string) => call('endSession', { params: { id } }),
    ...settled,
  });
  const endOthers = useMutation({ mutationFn: () => call('endOtherSessions', {}), ...settled });
  if (list.isPending) return <RowSkeletons count={2} />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`Your devices`} sentence={sentenceOf(list.error)} />;
  return (
    <>
      <ul className="rows records">
        {list.items.map(({ id, userAgent, lastSeenAt, current }) => (
          <li key={id} className="spread">
            <div>
              <strong className="firm">{deviceName(userAgent)}</strong>
              <p className="soft small">
                {current ? t`This device` : t`Last used`} · <RelativeTime at={lastSeenAt} />
              </p>
            </div>
            {!current && (
              <Button
                variant="default"
                size="xs"
                onClick={() => end.mutate(id)}
                aria-disabled={end.isPending}
              >
                {t`Sign out`}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.items.length > 1 && (
        <Button variant="default" onClick={() => endOthers.mutate()} isBusy={endOthers.isPending}>
          {t`Sign out all other devices`}
        </Button>
      )}
    </>
  );
}
