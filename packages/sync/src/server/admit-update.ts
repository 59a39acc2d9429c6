import type { ClientOwners } from './client-owners.ts';
import { otherOf } from './client-pairs.ts';
import type { CommittedLog, Known } from './committed-log.ts';
import { checkDecision, type Decided } from './decisions.ts';
import { refuseForeign, refuseForNow, refuseSuggestion } from './refusals.ts';
import type { UpdateSource } from './room-types.ts';
import { refuse, type Session } from './session.ts';
import type { StructIndex } from './struct-index.ts';
import { validateRight, type Sender } from './suggestions/right.ts';
import { onlyTidies, type Validation } from './validate-update.ts';
import type { Clock } from '../protocol/clock.ts';
import type { Declaration } from '../protocol/declaration.ts';
import type { RefusalReason } from '../protocol/refused.ts';

/** A well-formed update that contains something that the room does not know. */
export type NewUpdate = Extract<Validation, { kind: 'new' }>;

/** An update as it arrived over a connection. */
export type ReceivedUpdate = {
  readonly session: Session;
  readonly update: Uint8Array;
  readonly id: number | null;
  readonly source: UpdateSource;
  readonly declaration: Declaration | null;
};

/** State of a room on which the admission of an update depends. */
export type AdmissionOptions = {
  readonly history: Pick<CommittedLog, 'bytes'>;
  readonly owners: ClientOwners;
  /** Maximum size of the document (bytes). */
  readonly documentBytesMax: number;
  /** True if the disk has space for more. */
  readonly hasRoom: () => boolean;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * Result of {@link admitUpdate}.
 * - `refused`: the connection has been told.
 * - `empty`: nothing of the update is left to store.
 * - `admitted`: the allowed part of the update is to be stored, with the decision that it carries
 *   out.
 */
export type Admission =
  | { readonly kind: 'refused' }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'admitted';
      readonly allowed: NewUpdate;
      readonly decided: Decided | null;
    };

const refused: Admission = { kind: 'refused' };

/**
 * True if the replica of a read-only user creates such an update by itself. A step 2 repeats all
 * deletions, including those made only by integration, which no update contains. Yjs also cleans
 * up formats. The update is ignored: neither stored nor counted as forbidden.
 */
export function isHarmless(
  validation: NewUpdate,
  known: StructIndex,
  source: UpdateSource,
): boolean {
  return (
    validation.inserted.length === 0 && (source === 'greeting' || onlyTidies(validation, known))
  );
}

/** Returns the reason why a new and well-formed update is refused; null if it can be accepted. */
export function reasonAgainst(
  { inserted, bytes }: NewUpdate,
  user: string,
  { owners, history, documentBytesMax, hasRoom }: AdmissionOptions,
): Extract<RefusalReason, 'foreign_client' | 'too_large' | 'no_room'> | null {
  if (inserted.some(({ client }) => owners.isForeign(user, client))) return 'foreign_client';
  if (history.bytes() + bytes.length > documentBytesMax) return 'too_large';
  return hasRoom() ? null : 'no_room';
}

/**
 * Checks a new update of a connection against the limits, the right of its user and the decision
 * that it declares. A refusal is sent to the connection.
 */
export function admitUpdate(
  { session, id, declaration }: ReceivedUpdate,
  validation: NewUpdate,
  known: Known,
  options: AdmissionOptions,
): Admission {
  if (exceedsLimits(session, id, validation, options)) return refused;
  const sender = senderOf(session, validation, options.owners);
  const ruling = validateRight(validation, known.index, known.suggestions, sender);
  if (ruling.kind === 'refused') {
    refuseSuggestion(session, id, ruling.detail);
    return refused;
  }
  const allowed: NewUpdate = {
    ...validation,
    bytes: ruling.bytes,
    additions: { ...validation.additions, deletes: ruling.deletes },
  };
  if (allowed.inserted.length === 0 && ruling.deletes.length === 0) return { kind: 'empty' };
  if (declaration === null) return { kind: 'admitted', allowed, decided: null };
  const decision = checkDecision(declaration, allowed, known.index, known.suggestions, sender);
  if (decision.kind === 'false') {
    refuse(session, id, 'untrue_decision', decision.detail);
    return refused;
  }
  const { suggestions } = decision;
  if (suggestions.length === 0) return { kind: 'admitted', allowed, decided: null };
  const { verdict } = declaration;
  const { user, session: browser } = session.visitor;
  const decided = { user, session: browser, at: options.clock.now(), verdict, suggestions };
  return { kind: 'admitted', allowed, decided };
}

/** Refuses an update that a limit of the document or of the user forbids. True if it did. */
function exceedsLimits(
  session: Session,
  id: number | null,
  validation: NewUpdate,
  options: AdmissionOptions,
): boolean {
  const { user } = session.visitor;
  const reason = reasonAgainst(validation, user, options);
  const by = { user, connection: session, right: session.right };
  if (reason === 'foreign_client') refuseForeign(session, id);
  else if (reason === 'too_large')
    refuse(session, id, 'too_large', 'this document has reached its largest size');
  else if (reason === 'no_room') refuseForNow(session, id);
  else if (!options.owners.mayIntroduce(by, validation.inserted))
    refuse(session, id, 'too_many_clients', 'too many pages of yours have written here');
  else return false;
  return true;
}

/** Returns the sender of an update, as owner also of the client ids that are new with it. */
function senderOf(session: Session, { inserted }: NewUpdate, owners: ClientOwners): Sender {
  const { user } = session.visitor;
  const fresh = new Set(inserted.map(({ client }) => client));
  const isMine = (client: number): boolean => fresh.has(client) || fresh.has(otherOf(client));
  return {
    person: user,
    right: session.right === 'suggest' ? 'suggest' : 'edit',
    ownerOf: (client) => owners.ownerOf(client) ?? (isMine(client) ? user : null),
  };
}
