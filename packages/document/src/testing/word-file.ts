import { strToU8, zipSync } from 'fflate';

/** Namespaces of the parts of a Word file. */
export const namespaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Returns a relationships part with the relationship `rId1`. */
export const relationships = (type: string, target: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}" TargetMode="${type === 'hyperlink' ? 'External' : 'Internal'}"/></Relationships>`;

/** Creates a Word file with this body and these additional parts. */
export function wordFile(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  main = 'word/document.xml',
): Uint8Array {
  const files = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships('officeDocument', main),
    [main]: `<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
}

/** Returns a run with this text. `properties`: XML of its properties. */
export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
/** Returns a paragraph with these runs. */
export const paragraph = (...runs: string[]): string => `<w:p>${runs.join('')}</w:p>`;
