/**
 * Name of the report in an exported archive, and its first line, by which an import recognises it.
 */
export const reportName = 'report.txt';
const heading = 'What these files of Longhand do not carry:';

/** Returns the report of an export as the bytes of a text file. */
export function reportBytes(sentences: readonly string[]): Uint8Array {
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

const beginnings: ReadonlyMap<string, string> = new Map([
  [reportName, heading],
  [accountName, accountBeginning],
]);

const lastOf = (name: string): string => name.split('/').at(-1) ?? '';

/** True if a file of an archive has the name of a report or of account data. */
export const hasOwnName = (name: string): boolean => beginnings.has(lastOf(name));

/** True if a file of an archive is the report of an export, or the account data in it. */
export function isOwnFile(name: string, bytes: Uint8Array): boolean {
  const beginning = beginnings.get(lastOf(name));
  return (
    beginning !== undefined &&
    new TextDecoder().decode(bytes.subarray(0, beginning.length)) === beginning
  );
}
