/**
 * Name of the report in an exported archive, and its first line, by which an import recognises it.
 */
export const reportName = 'report.txt';
const heading = 'What these files of Longhand do not carry:';

/** Returns the report of an export as the bytes of a text file. */
export function reportBytes(sentences: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${[heading, '', ...sentences].join('\n')}\n`);
}

/** True if a text file is the report of an export. */
export function isOwnReport(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, heading.length)) === heading;
}
