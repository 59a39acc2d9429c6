import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AdminList } from './admin-list.tsx';

/** The audit log of security events, in order; entries cannot be omitted or removed. */
export function Audit() {
  const list = useList(keys.admin('audit'), (call, cursor, signal) =>
    call('listAudit', { query: cursor }, signal),
  );
  return (
    <AdminList
      list={list}
      what="Audit log"
      empty="No entries yet."
      keyOf={({ id }) => id}
      row={({ action, actor, person, address, createdAt }) => (
        <div>
          <strong className="firm">{action.replaceAll(/[._]/g, ' ')}</strong>
          <p>
            {[
              actor?.name ?? 'Unknown',
              person && person.id !== actor?.id ? `about ${person.name}` : null,
              address,
            ]
              .filter(Boolean)
              .join(' · ')}{' '}
            · <RelativeTime at={createdAt} />
          </p>
        </div>
      )}
    />
  );
}
