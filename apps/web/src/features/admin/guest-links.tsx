import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AdminGuestLink } from '@longhand/contract';
import { Link } from 'react-router';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { displayTitle } from '../../language/display-title.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { roleInSentence } from '../../ui/roles.ts';
import { AdminList } from './admin-list.tsx';
import { useChange } from './use-change.ts';
import { dateLocale } from '../../ui/dates.ts';

const dayOf = (moment: string): string =>
  new Date(moment).toLocaleDateString(dateLocale, { day: 'numeric', month: 'long' });

/** All guest links of all documents, with an action to end each. */
export function GuestLinks() {
  const list = useList(keys.admin('guest-links'), (call, cursor, signal) =>
    call('listAllGuestLinks', { query: cursor }, signal),
  );
  return (
    <AdminList
      list={list}
      what={t`Guest links`}
      empty={t`No guest links.`}
      keyOf={({ id }) => id}
      row={(link) => <Row link={link} />}
    />
  );
}

function Row({ link }: { link: AdminGuestLink }) {
  const { id, documentId, title, role, createdBy, expiresAt, lastUsedAt, hasPassword, guestCount } =
    link;
  const end = useChange({
    send: (call, of: string) => call('endAnyGuestLink', { params: { id: of } }),
    changes: [keys.admin('guest-links')],
    failed: t`The link was not revoked`,
  });
  const shown = title === null ? t`A document of ${{ name: createdBy.name }}` : displayTitle(title);
  return (
    <>
      <div>
        <strong className="firm">
          {title === null ? shown : <Link to={`/documents/${documentId}`}>{shown}</Link>}
        </strong>
        <p>
          {t`As ${{ role: roleInSentence(role) }}, created by ${{ name: createdBy.name }}`} ·{' '}
          {hasPassword ? t`with a password` : t`without a password`} ·{' '}
          {plural(guestCount, { one: '# guest', other: '# guests' })} ·{' '}
          {lastUsedAt === null ? (
            t`never used`
          ) : (
            <Trans>
              last used <RelativeTime at={lastUsedAt} />
            </Trans>
          )}{' '}
          · {t`until ${{ day: dayOf(expiresAt) }}`}
        </p>
      </div>
      <ConfirmButton
        verb={t`Revoke`}
        label={t`Revoke the link: ${{ title: shown }}, as ${{ role: roleInSentence(role) }}, until ${{ day: dayOf(expiresAt) }}`}
        question={t`Revoke this link? Guests lose access immediately.`}
        act={() => end.mutateAsync(id).catch(() => undefined)}
      />
    </>
  );
}
