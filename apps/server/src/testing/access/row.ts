import type { Kysely } from 'kysely';
import type { Role } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Member } from '../../app.testing.ts';

/** What an endpoint is tried on: a project with its people, a document in it, and somebody who is in it and somebody who is not. */
export type Stage = {
  db: Kysely<Schema>;
  projectId: string;
  documentId: string;
  insider: Member;
  stranger: Member;
  /** The owner of the project, or of the draft. */
  owner: Member;
};

type Sent = {
  /** What stands in the path besides `{id}`. */
  params?: (stage: Stage) => Promise<Record<string, string>> | Record<string, string>;
  /** What the path's `{id}` names, where it is not the project or the document. */
  body?: (stage: Stage, as: Member | null) => unknown;
  query?: (stage: Stage) => Record<string, string>;
  /** Puts in place what the call needs, before every single one. */
  prepare?: (stage: Stage) => Promise<unknown>;
  /** The files of a `multipart/form-data` body, by name. */
  files?: Record<string, string>;
};

/**
 * Who may make a call, said a second time, apart from the rules that the product itself asks. `status` is the answer to who may.
 * - `anyone`: signed in or not. `signed_in`: everyone who is (401 for others). `administrator`: (401, 403).
 * - `project`, `document`: whoever holds at least the role `least` there; others with a role 403, without one 404.
 *   `archived` and `deleted`: the answer, to who may, while it is archived or in the trash; 409 where nothing is said and the
 *   call is not a GET, the same as ever where it is one. A deleted project is there for its owners only.
 * `locked`: the answer where the document is locked, if it is another. `guest`: to a guest, where anyone may call. `shared`: by state, to
 *   whom the document alone was shared with, where it is not what a role says.
 * `nobody` and `strangers` say where somebody without a session, or a role, gets another answer than by the rule.
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

/** The rows of one group of endpoints: each has one, and each row is an endpoint. */
export type Rows<Group> = Record<keyof Group, Row>;
