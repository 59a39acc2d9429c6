import type { ClientOwners } from './client-owners.ts';
import { otherOf } from './client-pairs.ts';
import type { CommittedLog, Known } from './committed-log.ts';
import { checkDecision, type Checked, type Decided } from './decisions.ts';
import { refuseForeign, refuseForDiskSpace, refuseRecovery, refuseSuggestion } from './refusals.ts';
import type { ReceivedUpdate } from './received-update.ts';
import type { UpdateSource } from './update-source.ts';
import { refuse, type RoomSession } from './session.ts';
import { kinds, type StructIndex } from './struct-index.ts';
import { validateRight, type Sender } from './suggestions/right.ts';
import { hasLargeValues, onlyTidies, type Validation } from './validate-update.ts';
import type { Clock } from '../protocol/clock.ts';
import type { RefusalReason } from '../protocol/refused.ts';
import type { Range } from '../protocol/update.ts';

/** A well-formed update that contains something that the room does not know. */
export type NewUpdate = Extract<Validation, { kind: 'new' }>;

/** State of a room on which the admission of an update depends. */
export type UpdateAdmissionOptions = {
  readonly log: Pick<CommittedLog, 'bytes'>;
  readonly owners: ClientOwners;
  /** Maximum size of the document (bytes); each kind of update has its {@link Share}. */
  readonly documentBytesMax: number;
  /** True if the disk has space for more. */
  readonly hasDiskSpace: () => boolean;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * Result of {@link admitUpdate}.
 * - `refused`: the connection has been told.
 * - `empty`: nothing of the update is left to store.
 * - `admitted`: the allowed part of the update is to be stored, with the decision that it carries
 *   out.
 */
export type UpdateAdmission =
  | { readonly kind: 'refused' }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'admitted';
      readonly allowed: NewUpdate;
      readonly decided: Decided | null;
    };

const refused: UpdateAdmission = { kind: 'refused' };

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
    validation.inserted.length === 0 && (source === 'handshake' || onlyTidies(validation, known))
  );
}

/**
 * Kind of an update with regard to the size of the document.
 * - `suggested`: content of a user who may only suggest.
 * - `written`: content of a user who may write, or deletions of one who may only suggest.
 * - `repair`: deletions of a user who may write, decisions that decide something and insert no
 *   text, and changes by the server.
 */
export type Share = 'suggested' | 'written' | 'repair';

/**
 * Size up to which a document accepts each kind of update, in parts of its maximum size.
 * Suggestions leave space to write. Writing leaves space to reject the suggestions, to delete, and
 * to restore a version.
 */
const shares: Readonly<Record<Share, number>> = { suggested: 1 / 2, written: 1, repair: 9 / 8 };

function shareOf({ right }: RoomSession, update: NewUpdate, decided: Decided | null): Share {
  const hasContent = update.inserted.length > 0;
  if (right === 'suggest') return hasContent ? 'suggested' : 'written';
  // Carrying out a decision adds entries and values, but neither characters nor blocks.
  const isRepair = !hasContent || (decided !== null && !hasText(update));
  return isRepair ? 'repair' : 'written';
}

const hasText = ({ additions }: NewUpdate): boolean =>
  [...additions.structs.values()].some((added) =>
    added.kinds.some((kind) => kind === kinds.letter || kind === kinds.marker),
  );

/** Returns the reason why a new and well-formed update is refused; null if it can be accepted. */
export function reasonAgainst(
  { inserted }: NewUpdate,
  user: string,
  { owners, hasDiskSpace }: UpdateAdmissionOptions,
): Extract<RefusalReason, 'foreign_client' | 'disk_full'> | null {
  if (inserted.some(({ client }) => owners.isForeign(user, client))) return 'foreign_client';
  return hasDiskSpace() ? null : 'disk_full';
}

/** True if an update would make the document larger than its {@link Share} allows. */
export function isTooLarge(
  { bytes }: NewUpdate,
  share: Share,
  { log, documentBytesMax }: UpdateAdmissionOptions,
): boolean {
  return log.bytes() + bytes.length > documentBytesMax * shares[share];
}

/**
 * Checks a new update of a connection against the limits, the right of its user and the decision
 * that it declares. A refusal is sent to the connection.
 */
export function admitUpdate(
  received: ReceivedUpdate,
  validation: NewUpdate,
  known: Known,
  options: UpdateAdmissionOptions,
): UpdateAdmission {
  const { session, id, declaration } = received;
  if (exceedsLimits(received, validation, options)) return refused;
  const sender = senderOf(session, validation, options.owners);
  const isRecovery = received.source === 'recovery';
  const checked = isRecovery ? ownEntriesOf(validation, session, options.owners) : validation;
  const ruling = validateRight(checked, known.index, known.suggestions, sender);
  if (ruling.kind === 'refused') {
    if (isRecovery && session.right === 'suggest') refuseRecovery(session, id);
    else refuseSuggestion(session, id, ruling.detail);
    return refused;
  }
  const allowed: NewUpdate = {
    ...validation,
    bytes: ruling.bytes,
    additions: { ...validation.additions, deletes: ruling.deletes },
  };
  if (allowed.inserted.length === 0 && ruling.deletes.length === 0) return { kind: 'empty' };
  const decision: Checked =
    declaration === null
      ? { kind: 'true', suggestions: [] }
      : checkDecision(declaration, allowed, known.index, known.suggestions, sender);
  if (decision.kind === 'false') {
    refuse(session, id, 'untrue_decision', decision.detail);
    return refused;
  }
  const decided = decidedBy(received, decision.suggestions, options);
  const share = shareOf(session, allowed, decided);
  if (isTooLarge(allowed, share, options)) {
    refuse(session, id, 'too_large', tooLarge[share]);
    return refused;
  }
  return { kind: 'admitted', allowed, decided };
}

/**
 * [REC5] Returns a recovery with the entries under client ids of its sender only: the others were
 * checked when their authors sent them. An id that the backup does not know has no owner.
 */
function ownEntriesOf(
  validation: NewUpdate,
  { right, visitor }: RoomSession,
  { ownerOf }: ClientOwners,
): NewUpdate {
  if (right === 'suggest') return validation;
  const entries = validation.entries.filter(({ client }) => ownerOf(client) === visitor.user);
  return { ...validation, entries };
}

function decidedBy(
  { session, declaration }: ReceivedUpdate,
  suggestions: Decided['suggestions'],
  { clock }: UpdateAdmissionOptions,
): Decided | null {
  if (declaration === null || suggestions.length === 0) return null;
  const { user, session: browser } = session.visitor;
  const { verdict } = declaration;
  return { user, session: browser, at: clock.now(), verdict, suggestions };
}

const tooLarge: Readonly<Record<Share, string>> = {
  suggested: 'this document has reached its largest size for suggestions',
  written: 'this document has reached its largest size',
  repair: 'this document has reached its largest size',
};

/** Refuses an update that a limit forbids, except that of the document's size. True if it did. */
function exceedsLimits(
  received: ReceivedUpdate,
  validation: NewUpdate,
  options: UpdateAdmissionOptions,
): boolean {
  const { session, id, source } = received;
  const { user } = session.visitor;
  const { inserted } = validation;
  const reason = reasonAgainst(validation, user, options);
  const by = { user, connection: session, right: session.right };
  // A page that has everything sends units of other users only if the server has lost them.
  const isWhole = source === 'whole' || source === 'recovery';
  if (reason === 'foreign_client' && !isWhole) refuseForeign(session, id);
  else if (reason === 'foreign_client' && !mayRecover(received, inserted, options))
    refuseRecovery(session, id);
  else if (!options.hasDiskSpace()) refuseForDiskSpace(session, id);
  else if (hasLargeValues(validation)) refuse(session, id, 'structure', 'a value is too large');
  else if (!options.owners.mayIntroduce(by, inserted))
    refuse(session, id, 'too_many_clients', 'too many pages of yours have written here');
  else return false;
  return true;
}

/** [REC2] True if a user may bring back lost units of other users. */
function mayRecover(
  { session, source }: ReceivedUpdate,
  inserted: readonly Range[],
  { owners }: UpdateAdmissionOptions,
): boolean {
  const { user } = session.visitor;
  if (source !== 'recovery' || session.right !== 'write') return false;
  return inserted.every(
    ({ client }) => !owners.isForeign(user, client) || owners.mayRecover(user, client),
  );
}

/** Returns the sender of an update, as owner also of the client ids that are new with it. */
function senderOf(session: RoomSession, { inserted }: NewUpdate, owners: ClientOwners): Sender {
  const { user } = session.visitor;
  const fresh = new Set(inserted.map(({ client }) => client));
  const isMine = (client: number): boolean => fresh.has(client) || fresh.has(otherOf(client));
  return {
    person: user,
    right: session.right === 'suggest' ? 'suggest' : 'edit',
    ownerOf: (client) => owners.ownerOf(client) ?? (isMine(client) ? user : null),
  };
}
