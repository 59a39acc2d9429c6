import type { ExtractorType } from '@lingui/conf';
import { refusals, statusNames } from '@longhand/contract';

/**
 * Returns the texts of the contract that pages translate, by the ids under which
 * `src/language/contract-text.ts` looks them up. The API itself is English.
 */
export function contractMessages(): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(refusals).map(([code, { detail }]) => [`refusal.${code}`, detail] as const),
    ...Object.entries(statusNames).map(([status, name]) => [`status.${status}`, name] as const),
  ]);
}

/** Module of the contract that stands for all of its texts. */
export const contractModule = 'packages/contract/src/refusals.ts';

/** Adds the texts of the contract to the catalogs. */
export const contractTexts: ExtractorType = {
  match: (filename) => filename.endsWith(contractModule),
  extract(filename, _code, onMessageExtracted) {
    for (const [id, message] of contractMessages())
      onMessageExtracted({ id, message, comment: message, origin: [filename, 1] });
  },
};
