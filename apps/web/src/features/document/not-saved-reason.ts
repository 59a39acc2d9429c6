import { t } from '@lingui/core/macro';
import type { NotSavedCode, SavedMark } from '@longhand/sync/client';
import type { RefusalReason } from '@longhand/sync/protocol';

/** Reasons in the language of the page, by their code. */
const sentences: Readonly<Record<RefusalReason | NotSavedCode, () => string>> = {
  not_allowed: () => t`your role does not allow changes`,
  not_a_suggestion: () => t`a reviewer may only suggest changes`,
  untrue_decision: () => t`the decision does not match the suggestions any more`,
  foreign_client: () => t`this text belongs to another user`,
  structure: () => t`the server does not accept content of this kind`,
  too_large: () => t`this document has reached its largest size`,
  too_many_clients: () => t`too many pages of yours have written here`,
  gap: () => t`something before this change is missing`,
  disk_full: () =>
    t`the server is almost out of disk space; it is kept on this device and sent again`,
  recovery: () => t`the server has lost text, which other pages have to send first`,
  malformed: () => t`the server could not read it; it is kept on this device and sent again`,
  rejected: () => t`the server rejected it; it is kept on this device and sent again`,
  device: () => t`this device cannot store what you write`,
  late: () => t`the server has not confirmed it yet; it is kept on this device`,
  lost_base: () => t`the server has lost the text that it continues from`,
};

const isKnown = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code);

/**
 * Returns the reason of a mark, as a part of a sentence in the language of the page. A newer server
 * may send a reason without a translation.
 */
export function notSavedReason({
  code = '',
  reason,
}: Pick<Extract<SavedMark, { kind: 'not_saved' }>, 'code' | 'reason'>): string {
  return isKnown(code) ? sentences[code]() : reason;
}
