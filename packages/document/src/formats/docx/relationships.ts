import { Parser } from 'htmlparser2';
import { UnreadableFile } from '../unreadable-file.ts';

/** The parts of a Word file by their names. */
export type Parts = Readonly<Record<string, Uint8Array>>;

/** Beginning of the types of relationships. Source: ECMA-376, part 1, 15. */
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/**
 * Returns the name of the main document part, as declared by the package.
 * @throws {@link UnreadableFile} if there is none
 */
export function mainPartOf(parts: Parts): string {
  const target = targetOf(parts, '', 'officeDocument') ?? 'word/document.xml';
  if (!Object.hasOwn(parts, target)) throw new UnreadableFile('This is not a Word file.');
  return target;
}

/**
 * Returns the text of a part by its relationship to the main part, and its name. Its name does not
 * follow from its kind: beside `document2.xml`, the styles can be in `styles2.xml`.
 */
export function relatedPart(
  parts: Parts,
  main: string,
  kind: 'numbering' | 'styles' | 'footnotes' | 'endnotes',
): { name: string; text: string } {
  const name = targetOf(parts, main, kind) ?? `word/${kind}.xml`;
  return { name, text: textOf(parts[name]) };
}

/** Returns the text of a part; '' if it does not exist. */
export function textOf(part: Uint8Array | undefined): string {
  return part === undefined ? '' : new TextDecoder().decode(part);
}

/**
 * Returns the first existing part to which a part, or with '' the package, has a relationship of a
 * kind; null if there is none. Addresses are joined as the reader of Word files joins them.
 */
function targetOf(parts: Parts, source: string, kind: string): string | null {
  const folder = source.slice(0, source.lastIndexOf('/') + 1);
  let found: string | null = null;
  const parser = new Parser(
    {
      onopentag(name, { Type, Target = '' }) {
        if (!/(?:^|:)Relationship$/.test(name) || Type !== office + kind) return;
        const path = Target.startsWith('/') ? Target.slice(1) : folder + Target;
        if (Object.hasOwn(parts, path)) found ??= path;
      },
    },
    { xmlMode: true },
  );
  parser.end(textOf(parts[`${folder}_rels/${source.slice(folder.length)}.rels`]));
  return found;
}
