/** The name of the report in an archive that is exported, and its first line, by which an import recognises it. */
export const reportName = 'report.txt';
const heading = 'What these files of Longhand do not carry:';

/** The report of an export as the bytes of a text file. */
export function reportBytes(sentences: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${[heading, '', ...sentences].join('\n')}\n`);
}

/** Tells whether a text file is the report of an export. */
export function isOwnReport(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, heading.length)) === heading;
}
