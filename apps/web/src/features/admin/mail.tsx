import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminList } from './admin-list.tsx';

/** Messages from visitors, with a CSV download of all of them. */
export function Messages() {
  const list = useList(keys.admin('messages'), (call, cursor, signal) =>
    call('listMessages', { query: cursor }, signal),
  );
  return (
    <>
      <p className="below">
        <a href="/api/v1/admin/messages.csv" download>
          {t`All messages as CSV`}
        </a>
      </p>
      <AdminList
        list={list}
        what={t`Messages`}
        empty={t`Contact messages, demo requests and newsletter subscriptions appear here.`}
        keyOf={({ id }) => id}
        row={({ kind, name, email, subject, message, companyName, teamSize, createdAt }) => (
          <div>
            <strong className="firm">
              {subject || (kind === 'newsletter' ? t`Newsletter` : t`Message`)}
            </strong>
            <p>
              {[name, email, companyName, teamSize && t`team of ${teamSize}`]
                .filter(Boolean)
                .join(' · ')}{' '}
              · <RelativeTime at={createdAt} />
            </p>
            {message !== '' && <p>{message}</p>}
          </div>
        )}
      />
    </>
  );
}

const outcomes = {
  sent: t`The mail was sent to the mail server.`,
  kept: t`No mail server is configured. The mail is in the outbox.`,
} as const;

/** Name of each state of a mail. */
const stateNames = {
  queued: t`queued`,
  sent: t({ message: 'sent', context: 'state of a mail' }),
  failed: t`failed`,
  kept: t`kept`,
} as const;

/** Returns the sentence of a mail that the mail server refused. `code`: its status code, if any. */
const refusedWith = (code: string | null): string =>
  code ? t`The mail server refused the mail (${code}).` : t`The mail server refused the mail.`;

/** Mail that is not delivered yet; all mail if there is no mail server. */
export function Outbox() {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const list = useList(keys.admin('outbox'), (ask, cursor, signal) =>
    ask('listOutbox', { query: cursor }, signal),
  );
  const test = useMutation({
    mutationFn: () => call('testMail', {}),
    onSuccess({ outcome, code }) {
      const text = outcome === 'failed' ? refusedWith(code) : outcomes[outcome];
      show({ title: t`Mail test`, text, isDestructive: outcome === 'failed' });
      return store.invalidateQueries({ queryKey: keys.admin('outbox') });
    },
    onError: (error) => show({ title: t`Mail test`, text: sentenceOf(error), isDestructive: true }),
  });
  return (
    <>
      <p className="below">
        <Button variant="default" onClick={() => test.mutate()} isBusy={test.isPending}>
          {t`Send a test mail to myself`}
        </Button>
      </p>
      <AdminList
        list={list}
        what={t`Outbox`}
        empty={t`The outbox is empty.`}
        keyOf={({ id }) => id}
        row={({ to, subject, text, state, lastError, createdAt }) => (
          <div>
            <strong className="firm">{subject}</strong>
            <p>
              {t`To ${to}`} · {stateNames[state]}
              {lastError !== null && ` (${lastError})`} · <RelativeTime at={createdAt} />
            </p>
            {text !== null && <p>{text}</p>}
          </div>
        )}
      />
    </>
  );
}
