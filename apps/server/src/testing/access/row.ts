import type { Kysely } from 'kysely';
import type { Role } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Member } from '../../app.testing.ts';

/**
 * Fixtures of an endpoint test: a project with members, a document in it, a member (insider) and a
 * user without a role (stranger).
 */
export type Stage = {
  db: Kysely<Schema>;
  projectId: string;
  documentId: string;
  /** Document that contains it, if any. */
  parentId?: string;
  insider: Member;
  stranger: Member;
  /** Owner of the project or of the draft. */
  owner: Member;
};

type Sent = {
  /** Path parameters. Default for `{id}`: the project or the document. */
  params?: (stage: Stage) => Promise<Record<string, string>> | Record<string, string>;
  /** JSON body. */
  body?: (stage: Stage, as: Member | null) => unknown;
  query?: (stage: Stage) => Record<string, string>;
  /** Creates the data that the call needs, before every single call. */
  prepare?: (stage: Stage) => Promise<unknown>;
  /** Files of a `multipart/form-data` body: text by file name. */
  files?: Record<string, string>;
};

/**
 * Access rule of a call, stated independently of the rules in the product. `status` is the response
 * to permitted users.
 * - `anyone`: signed in or not. `signed_in`: all signed-in users (401 for others). `administrator`:
 *   (401, 403).
 * - `project`, `document`: users with at least the role `least` there. Users with a lower role get
 *   403, without a role 404. `archived` and `deleted`: the response to permitted users while it is
 *   archived or in the trash. Default: 409, or the normal response for a GET. A deleted project
 *   exists for its owners only.
 *
 * `locked`: the response if the document is locked, if different. `draft`: the response for a
 * personal draft, if different. `guest`: the response to a guest, for `anyone`. `shared`: by state,
 * the response to users with whom only the document was shared, if it differs from that of their
 * role. `nobody`: the response without a session, if it differs from the rule.
 */
export type Row = Sent &
  (
    | { of: 'anyone'; status: number; nobody?: number; guest?: number }
    | { of: 'signed_in'; status: number }
    | { of: 'administrator'; status: number }
    | { of: 'project'; least: Role; status: number; archived?: number; deleted?: number }
    | {
        of: 'document';
        least: Role;
        status: number;
        archived?: number;
        deleted?: number;
        draft?: number;
        locked?: number;
        shared?: Partial<Record<string, number>>;
      }
  );

/** Rows of one group of endpoints: exactly one per endpoint. */
export type Rows<Group> = Record<keyof Group, Row>;
