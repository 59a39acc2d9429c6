import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Announcement } from '@longhand/contract';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { fieldErrorsOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useFocusOnFailure } from '../../ui/use-fields.ts';
import { AdminList } from './admin-list.tsx';
import { useChange } from './use-change.ts';

const changes = [keys.admin('announcements')];

/** Announcements to all signed-in users, shown until they are removed. */
export function Announcements() {
  const list = useList(keys.admin('announcements'), (call, cursor, signal) =>
    call('listAnnouncements', { query: cursor }, signal),
  );
  const remove = useChange({
    send: (call, id: string) => call('deleteAnnouncement', { params: { id } }),
    changes,
  });
  return (
    <>
      <NewAnnouncement />
      <AdminList
        list={list}
        what={t`Announcements`}
        empty={t`No announcements.`}
        keyOf={({ id }) => id}
        row={({ id, text, startsAt }) => (
          <>
            <Said text={text} startsAt={startsAt} />
            <Button
              size="xs"
              variant="default"
              aria-disabled={remove.isPending}
              aria-label={t`Remove the announcement: ${text}`}
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

function NewAnnouncement() {
  const [text, setText] = useState('');
  const make = useChange({
    async send(call) {
      await call('createAnnouncement', { body: { text } });
      setText('');
    },
    changes,
  });
  useFocusOnFailure(make.error);

  function submit(event: FormEvent): void {
    event.preventDefault();
    make.mutate(undefined);
  }

  return (
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
