import type { Language } from '@longhand/contract';

/** Name of the report in an exported archive. */
export const reportName = 'report.txt';

/**
 * First line of a report by language. An import recognises a report by it, also one that was
 * exported years ago, so that a line must stay when its translation changes.
 */
const headings: { readonly [Each in Language]?: string } & { readonly en: string } = {
  en: 'What these files of Longhand do not carry:',
  de: 'Was diese Dateien von Longhand nicht enthalten:',
  fr: 'Ce que ces fichiers de Longhand ne contiennent pas :',
};

/** Returns the report of an export as the bytes of a text file. */
export function reportBytes(sentences: readonly string[], language: Language): Uint8Array {
  const heading = headings[language] ?? headings.en;
  return new TextEncoder().encode(`${[heading, '', ...sentences].join('\n')}\n`);
}

/** Folder of attached files in an exported archive. */
export const attachedFolder = 'attached';

/** True if a file of an archive is an attached file of our own exports, by its path. */
export const isAttached = (name: string): boolean =>
  /(?:^|\/)attached\/(?:\d+-)?\d+ [^/]+$/.test(name);

/** Name of the account data in an archive with everything of a user, and how it begins. */
export const accountName = 'account.json';
const accountBeginning = '{\n  "account": {\n    "id": ';

const beginnings: ReadonlyMap<string, readonly string[]> = new Map([
  [reportName, Object.values(headings)],
  [accountName, [accountBeginning]],
]);

const lastOf = (name: string): string => name.split('/').at(-1) ?? '';

/** True if a file of an archive has the name of a report or of account data. */
export const hasOwnName = (name: string): boolean => beginnings.has(lastOf(name));

/** True if a file of an archive is the report of an export, or the account data in it. */
export function isOwnFile(name: string, bytes: Uint8Array): boolean {
  const begins = (beginning: string): boolean => {
    const expected = new TextEncoder().encode(beginning);
    return expected.every((byte, at) => bytes[at] === byte);
  };
  return (beginnings.get(lastOf(name)) ?? []).some(begins);
}
