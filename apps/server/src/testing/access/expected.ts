import { atLeast, roles, type Endpoint, type Role } from '@longhand/contract';
import type { Row } from './row.ts';

/** Callers with their own session. */
const signedInCallers = [
  'disabled',
  'outsider',
  'removed',
  'viewer',
  'reviewer',
  'editor',
  'owner',
  'administrator',
  'shared',
  'group_editor',
  'group_shared',
  'inherited',
] as const;
/** A caller with a session. */
export type SignedInCaller = (typeof signedInCallers)[number];

/**
 * All callers. The administrator and the outsider have no role in the object; `removed` had one
 * until just now. `shared` has a role in the document only, as a reviewer. A guest joined by a
 * link, as a reviewer. The token belongs to the editor and has all scopes. `group_editor` and
 * `group_shared` have a role by a group only: as an editor of the project, and as a reviewer of the
 * document. `inherited` has a role in the parent of the document only, as a reviewer.
 */
export const callers = ['nobody', ...signedInCallers, 'guest', 'token'] as const;
/** A caller of the rights matrix. */
export type Caller = (typeof callers)[number];

/** States of the object. A draft is in no project and belongs to its owner alone. */
const states = ['active', 'draft', 'locked', 'archived', 'deleted', 'missing'] as const;
/** A state of the object of a call. */
export type State = (typeof states)[number];

/** Returns the states in which a call is tested. */
export const statesOf = ({ of }: Row): readonly State[] => {
  if (of === 'document') return states;
  return of === 'project'
    ? states.filter((state) => state !== 'draft' && state !== 'locked')
    : ['active'];
};

/** Returns the caller's role in the project of the object. */
function roleOf(caller: Caller): Role | null {
  return caller === 'token' || caller === 'group_editor'
    ? 'editor'
    : (roles.find((role) => role === caller) ?? null);
}
const isSignedIn = (caller: Caller): boolean => caller !== 'nobody' && caller !== 'disabled';

/** Returns the expected status of `row` for `caller`. */
export function expected(row: Row, endpoint: Endpoint, caller: Caller, state: State): number {
  // The endpoint declares its token scopes. Guests count as not signed in for calls that do not
  // allow guests.
  if (caller === 'token' && (endpoint.tokens === false || endpoint.access === 'administrator'))
    return 403;
  if (row.of === 'anyone')
    return isSignedIn(caller) && caller !== 'guest' ? row.status : guestOr(row, endpoint, caller);
  if (!isSignedIn(caller) || (caller === 'guest' && !endpoint.guests)) return 401;
  if (row.of === 'signed_in') return row.status;
  if (row.of === 'administrator') return caller === 'administrator' ? row.status : 403;
  const other =
    row.of === 'document' &&
    (caller === 'shared' || caller === 'group_shared' || caller === 'inherited') &&
    state !== 'missing'
      ? row.shared?.[state]
      : undefined;
  if (other !== undefined) return other;
  const role = roleIn(row, caller, state);
  if (role === null) return 404;
  if (!atLeast(role, row.least)) return 403;
  const put = endpoint.method === 'GET' ? row.status : 409;
  if (state === 'locked' && row.of === 'document') return row.locked ?? row.status;
  if (state === 'archived') return row.archived ?? put;
  if (state === 'deleted') return row.deleted ?? put;
  if (state === 'draft' && row.of === 'document') return row.draft ?? row.status;
  return row.status;
}

/** Returns the expected status of a public call without an account. */
function guestOr(row: Row & { of: 'anyone' }, endpoint: Endpoint, caller: Caller): number {
  const known = caller === 'guest' && endpoint.guests === true;
  return (known ? row.guest : undefined) ?? row.nobody ?? row.status;
}

function roleIn(row: Row, caller: Caller, state: State): Role | null {
  if (state === 'missing') return null;
  if (['shared', 'group_shared', 'inherited', 'guest'].includes(caller))
    return row.of === 'document' ? 'reviewer' : null;
  if (row.of === 'document' && state === 'draft') return caller === 'owner' ? 'owner' : null;
  if (row.of === 'project' && state === 'deleted') return caller === 'owner' ? 'owner' : null;
  return roleOf(caller);
}
