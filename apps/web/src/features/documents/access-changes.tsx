import { plural, t } from '@lingui/core/macro';
import type { AccessAfterMove } from '@longhand/contract';
import { roleName } from '../../ui/roles.ts';
import classes from './access-changes.module.css';

type Changed = AccessAfterMove['users'][number];

/** The users who lose or gain access by a move, or get another role. */
export function AccessChanges({ access: { users, count } }: { access: AccessAfterMove }) {
  const groups: readonly (readonly [string, Changed[]])[] = [
    [t`Lose access`, users.filter(({ after }) => after === null)],
    [t`Gain access`, users.filter(({ before }) => before === null)],
    [t`Get another role`, users.filter(({ before, after }) => before !== null && after !== null)],
  ];
  const rest = count - users.length;
  return (
    <>
      {groups.map(
        ([name, changed]) =>
          changed.length > 0 && (
            <div key={name}>
              <h3 className="plainHeading bold">{name}</h3>
              <ul className={classes['users']}>
                {changed.map((each) => (
                  <li key={each.user.id}>
                    <bdi>{each.user.name}</bdi>{' '}
                    <span className="soft small">
                      <bdi>@{each.user.username}</bdi> · {roleIn(each)}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
      {rest > 0 && (
        <p>{plural(rest, { one: 'and # further user', other: 'and # further users' })}</p>
      )}
    </>
  );
}

/** Returns the role that a user gets or loses, or both. */
function roleIn({ before, after }: Changed): string {
  if (before === null || after === null) {
    const role = before ?? after;
    return role === null ? '' : roleName(role);
  }
  return t`until now ${{ from: roleName(before) }}, then ${{ to: roleName(after) }}`;
}
