import type { Kysely } from 'kysely';
import SCIMMY from 'scimmy';
import { refusals, type RefusalCode } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../../domain/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Connection } from './connections.ts';

/** A call of a directory. What it changes is announced after its transaction. */
export type Context = {
  readonly trx: Kysely<Schema>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: Audit;
  readonly connection: Connection;
  /** Users whose sessions have ended. */
  readonly ended: Set<string>;
  /** Users whose groups have changed. */
  readonly changed: Set<string>;
  /** Error of a handler: SCIMMY replaces those that it does not know. */
  failure: { readonly error: unknown } | null;
};

/** Refusals that SCIM has a name for. */
const scimTypes: Partial<Record<RefusalCode, string>> = {
  username_taken: 'uniqueness',
  email_taken: 'uniqueness',
  malformed: 'invalidSyntax',
};

/** Creates an error in the form of SCIM. Source: RFC 7644, 3.12. */
export function scimError(status: number, type: string | null, detail: string): Error {
  return new SCIMMY.Types.Error(status, type as never, detail);
}

/** Throws that a resource does not exist for this connection. */
export function refuseMissing(id: string): never {
  throw scimError(404, null, `There is no resource ${id}`);
}

/** Returns an error in the form of SCIM if it is a refusal; otherwise the error. */
export function asScimError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  return scimError(refusals[error.code].status, scimTypes[error.code] ?? null, error.message);
}

/** Runs a handler, and notes its error if it is none of SCIM. */
export async function noting<Result>(ctx: Context, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof SCIMMY.Types.Error)) ctx.failure ??= { error };
    throw error;
  }
}
