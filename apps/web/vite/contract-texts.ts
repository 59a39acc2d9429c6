import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { extractMessages } from '@lingui/native-tools';
import {
  fieldNames,
  fieldTexts,
  plans,
  refusals,
  sentenceTexts,
  statusNames,
  unnamedTexts,
} from '@longhand/contract';

/**
 * Returns the texts of the contract that pages translate, by the ids under which
 * `src/language/contract-text.ts` looks them up. The API itself is English.
 */
export function contractMessages(): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(refusals).map(([code, { detail }]) => [`refusal.${code}`, detail] as const),
    ...Object.entries(statusNames).map(([status, name]) => [`status.${status}`, name] as const),
    ...Object.entries(sentenceTexts).map(([id, text]) => [`sentence.${id}`, text] as const),
    ...Object.entries(fieldTexts).map(([code, text]) => [`field.${code}`, text] as const),
    ...fieldNames.map((name) => [`field_name.${name}`, name] as const),
    ...Object.entries(unnamedTexts).map(([id, text]) => [`unnamed.${id}`, text] as const),
  ]);
}

/**
 * Returns the names and the features of the plans, which only the public pages show, by the ids
 * under which `src/site/landing/plans.tsx` looks them up.
 */
export function planMessages(): ReadonlyMap<string, string> {
  const texts = plans.flatMap(({ name, features }) => [name, ...features]);
  return new Map(texts.map((text) => [`plan.${text}`, text]));
}

/** Module of the contract that stands for all of its texts, except those of plans. */
export const contractModule = 'packages/contract/src/refusals.ts';

/** Module of the contract with the plans. */
export const planModule = 'packages/contract/src/plans.ts';

/** Adds the texts of the contract to the catalogs. */
export const contractTexts: ExtractorType = {
  match: (filename) => filename.endsWith(contractModule) || filename.endsWith(planModule),
  extract(filename, _code, onMessageExtracted) {
    const messages = filename.endsWith(planModule) ? planMessages() : contractMessages();
    for (const [id, message] of messages)
      onMessageExtracted({ id, message, comment: message, origin: [filename, 1] });
  },
};

/** Folder of the sources of the server. */
const serverFolder = 'apps/server/src/';

/** A text in the sources: its id in the catalogs, and the text in English. */
type Text = { readonly id: string; readonly message: string; readonly line: number };

/**
 * Returns the texts in a source of the server. Node runs it without a transform, so that its calls
 * contain the text itself: `` i18n._('Hello {name},', { name }) ``. In the catalogs these texts
 * have ids as those of macros, so that a text in both is translated once.
 */
export async function serverTextsIn(code: string, filename: string): Promise<Text[]> {
  if (!code.includes('i18n._(')) return [];
  const { messages } = await extractMessages(code, filename, {});
  return messages.map(({ id, message = id, origin }) => ({
    id: generateMessageId(message),
    message,
    line: origin?.line ?? 1,
  }));
}

/** Module with the texts of the service worker, which has plain calls as well. */
const workerTexts = 'apps/web/vite/offline-texts.ts';

/** True if a source has texts in plain calls: tests have none. */
export const hasServerTexts = (filename: string): boolean =>
  filename.endsWith(workerTexts) ||
  (filename.includes(serverFolder) && /(?<!\.test|\.testing)\.ts$/.test(filename));

/** Adds the texts of the server to the catalogs. */
export const serverTexts: ExtractorType = {
  match: hasServerTexts,
  async extract(filename, code, onMessageExtracted) {
    for (const { id, message, line } of await serverTextsIn(code, filename))
      onMessageExtracted({ id, message, origin: [filename, line], placeholders: {} });
  },
};
