import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Announcement } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminList } from './admin-list.tsx';

/** Announcements to all signed-in users, shown until they are removed. */
export function Announcements() {
  const [text, setText] = useState('');
  const list = useList(keys.admin('announcements'), (ask, cursor, signal) =>
    ask('listAnnouncements', { query: cursor }, signal),
  );
  const { make, remove } = useChanges(text, () => setText(''));

  function submit(event: FormEvent): void {
    event.preventDefault();
    make.mutate();
  }

  return (
    <>
      <form
        className="form"
        onSubmit={submit}
        noValidate
        style={{ maxWidth: '36rem', marginBlockEnd: '1.5rem' }}
      >
        <TextArea
          label={t`New announcement`}
          rows={3}
          value={text}
          error={fieldErrorsOf(make.error)['text']}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" isBusy={make.isPending}>
            {t`Announce`}
          </Button>
        </div>
      </form>
      <AdminList
        list={list}
        what={t`Announcements`}
        empty={t`No announcements.`}
        keyOf={({ id }) => id}
        row={({ id, text: said, startsAt }) => (
          <>
            <Said text={said} startsAt={startsAt} />
            <Button
              size="xs"
              variant="default"
              disabled={remove.isPending}
              onClick={() => remove.mutate(id)}
            >
              {t`Remove`}
            </Button>
          </>
        )}
      />
    </>
  );
}

/** Text of an announcement, and when it began. */
function Said({ text, startsAt }: Pick<Announcement, 'text' | 'startsAt'>) {
  return (
    <div>
      <strong className="firm">{text}</strong>
      <p>
        <Trans>
          Since <RelativeTime at={startsAt} />
        </Trans>
      </p>
    </div>
  );
}

/** Announces a text, then calls `onAnnounced`; removes announcements. Both invalidate the list. */
function useChanges(text: string, onAnnounced: () => void) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const settled = {
    onSuccess: () => store.invalidateQueries({ queryKey: keys.admin('announcements') }),
    onError: (error: Error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  };
  return {
    make: useMutation({
      mutationFn: () => call('createAnnouncement', { body: { text } }),
      ...settled,
      onSuccess() {
        onAnnounced();
        return settled.onSuccess();
      },
    }),
    remove: useMutation({
      mutationFn: (id: string) => call('deleteAnnouncement', { params: { id } }),
      ...settled,
    }),
  };
}
