import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { WaitingSuggestions as Suggested } from '@longhand/contract';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import type { List } from '../../api/use-list.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './waiting-list.module.css';
import { listOf } from '../../ui/dates.ts';

/**
 * Documents with suggestions by others about which the user may decide. Renders nothing if there
 * are none.
 */
export function WaitingSuggestions({
  list: { items, hasMore, isLoadingMore, loadMore },
}: {
  list: List<Suggested>;
}) {
  if (items.length === 0) return null;
  return (
    <div className={classes['suggested']}>
      <ul className="stack waiting" aria-label={t`Suggestions`}>
        {items.map(({ documentId, title, count, by, at }) => (
          <li key={documentId} className="beside">
            <Avatar
              name={by[0]?.name ?? ''}
              color={by[0]?.avatarColor ?? '#625c53'}
              label={null}
              size={30}
            />
            <p>
              {by.length === 1 ? (
                <Trans>
                  <strong>{namesOf(by.map(({ name }) => name))}</strong> suggests{' '}
                  {plural(count, { one: '# change', other: '# changes' })} in{' '}
                  <Link to={`/documents/${documentId}?suggestions`}>{displayTitle(title)}</Link>
                </Trans>
              ) : (
                <Trans>
                  <strong>{namesOf(by.map(({ name }) => name))}</strong> suggest{' '}
                  {plural(count, { one: '# change', other: '# changes' })} in{' '}
                  <Link to={`/documents/${documentId}?suggestions`}>{displayTitle(title)}</Link>
                </Trans>
              )}
              <span className="soft small">
                <RelativeTime at={at} />
              </span>
            </p>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" onClick={loadMore} isBusy={isLoadingMore}>
          {t`Show more suggestions`}
        </Button>
      )}
    </div>
  );
}

function namesOf(names: readonly string[]): string {
  return names.length <= 2
    ? listOf(names)
    : t`${{ names: names.slice(0, 2).join(', ') }} and ${{ count: names.length - 2 }} more`;
}
