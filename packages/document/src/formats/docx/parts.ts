import { Parser } from 'htmlparser2';
import { notesArePlain } from '../footnotes.ts';
import { textOf, type Parts } from './relationships.ts';
import { withTextBoxes } from './text-boxes.ts';

/**
 * Elements around text that the reader of Word files ignores: they are removed, and their content
 * remains. Source: ECMA-376, part 1, 17.
 */
const wrappers: ReadonlySet<string> = new Set([
  'w:dir',
  'w:bdo',
  'w:fldSimple',
  'w:ruby',
  'w:rubyBase',
]);
/** Elements that are removed with their content, and sentences about it; '' for none. */
type LeftOut = ReadonlyMap<string, string>;

/** Elements in a wrapper that are not text. */
const besideText: LeftOut = new Map([
  ['w:rt', 'The readings that stand above characters (ruby) were left out.'],
  ...['w:rubyPr', 'w:fldData', 'w:smartTagPr', 'w:customXmlPr'].map((name): [string, string] => [
    name,
    '',
  ]),
]);
/** Pictures of notes are removed: notes are plain text, and an unused picture is not stored. */
const besideNotes: LeftOut = new Map([
  ...besideText,
  ['a:blip', notesArePlain.pictures],
  ['v:imagedata', notesArePlain.pictures],
]);
/**
 * Properties that are enabled by their presence. The reader treats some values that disable them as
 * enabled.
 */
const switches: ReadonlySet<string> = new Set([
  'w:tblHeader',
  'w:b',
  'w:i',
  'w:strike',
  'w:caps',
  'w:smallCaps',
]);
const off: ReadonlySet<string> = new Set(['off', '0', 'false']);

type Edit = { readonly from: number; readonly to: number; readonly text: string };

/** Rewrites the notes of a Word file like {@link inKnownElements}, and removes their pictures. */
export const notesInKnownElements = (xml: string, lost: Set<string>): string =>
  inKnownElements(xml, lost, besideNotes);

/**
 * Rewrites a part of a Word file with elements that the reader knows. `lost` gets sentences about
 * content that cannot be converted.
 */
export function inKnownElements(
  given: string,
  lost: Set<string>,
  leftOut: LeftOut = besideText,
): string {
  const xml = withTextBoxes(withOneBody(given), lost);
  const edits: Edit[] = [];
  let droppedSince: number | null = null;
  let depth = 0;
  const edit = (text: string): void => {
    const from = parser.startIndex;
    if (droppedSince === null && (edits.at(-1)?.to ?? 0) <= from)
      edits.push({ from, to: parser.endIndex + 1, text });
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (droppedSince !== null) depth += 1;
        else if (leftOut.has(name)) [droppedSince, depth] = [parser.startIndex, 1];
        else if (wrappers.has(name)) edit('');
        else if (name === 'w:cr') edit('<w:br/>');
        else if (switches.has(name) && off.has(attributes['w:val'] ?? '')) edit('');
        const sentence = leftOut.get(name) ?? '';
        if (sentence !== '') lost.add(sentence);
      },
      onclosetag(name) {
        if (droppedSince !== null) {
          depth -= 1;
          if (depth > 0) return;
          edits.push({ from: droppedSince, to: parser.endIndex + 1, text: '' });
          droppedSince = null;
        } else if (wrappers.has(name) || name === 'w:cr' || switches.has(name)) closeLike(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  /**
   * Removes the end tag of an element whose start tag was removed. A self-closing tag is already
   * done.
   */
  function closeLike(name: string): void {
    const isOwnTag = xml.startsWith('</', parser.startIndex);
    if (isOwnTag && (wrappers.has(name) || name === 'w:cr')) edit('');
    else if (isOwnTag && edits.at(-1)?.to === parser.startIndex) edit('');
  }
  parser.write(xml);
  parser.end();
  let [kept, at] = ['', 0];
  for (const { from, to, text } of edits) [kept, at] = [kept + xml.slice(at, from) + text, to];
  return kept + xml.slice(at);
}

/** Joins bodies that follow each other. The reader of Word files reads only the first. */
const withOneBody = (xml: string): string => xml.replace(/<\/w:body>\s*<w:body(?:\s[^<>]*)?>/g, '');

/** Patterns of unsupported content in a Word file, with the sentences about it. */
const notCarried: readonly (readonly [RegExp, string])[] = [
  [/<w:(?:ins|del|moveFrom|moveTo) /, 'Tracked changes came in as accepted.'],
  [
    /<w:pict|<wp[sgc]:w[sgp]|<w:object|<m:oMath/,
    'Drawings, embedded objects and formulas were left out.',
  ],
  [
    /<w:highlight w:val="(?!none")|<w:color w:val="(?!auto"|000000")/,
    'Colours and highlights of text were left out.',
  ],
  // The faint greys are those of header cells and code in our own exports.
  [
    /<w:shd [^<>]{0,200}?w:fill="(?!auto|FFFFFF|EEEEEE|F3F3F3)/i,
    'Background colours of text and cells were left out.',
  ],
  [/<w:br w:type="page"|<w:pageBreakBefore(?:\/>| \/>)/, 'Page breaks were left out.'],
  [
    /<w:ffData|<w:dropDownList|<w:comboBox|<w:date[ >]/,
    'Form fields became the text that is in them.',
  ],
  [/<w:cols [^<>]{0,80}?w:num="(?!1")/, 'Columns of text became one column.'],
];

/**
 * Adds sentences about unsupported content of a Word file to `lost`. `main` is the XML of its main
 * part. Other parts are found by their names, in any folder.
 */
export function noteWhatIsLeftOut(parts: Parts, main: string, lost: Set<string>): void {
  for (const [sign, sentence] of notCarried) if (sign.test(main)) lost.add(sentence);
  const names = Object.keys(parts);
  const has = (name: RegExp): boolean => names.some((each) => name.test(each));
  if (has(/(?:^|\/)comments\d*\.xml$/)) lost.add('Comments were left out.');
  if (has(/(?:^|\/)charts\/chart[^/]*\.xml$/)) lost.add('Charts were left out.');
  if (has(/(?:^|\/)diagrams\/data[^/]*\.xml$/))
    lost.add('Diagrams (SmartArt) were left out, with the text in them.');
  const edges = names.filter((name) => /(?:^|\/)(?:header|footer)\d*\.xml$/.test(name));
  if (
    edges.some(
      (name) => textOf(parts[name]).includes('<w:t>') || textOf(parts[name]).includes('<w:t '),
    )
  )
    lost.add('Headers and footers were left out.');
}

/** Converts a message of the reader of Word files to a sentence for users. */
export function sentenceOf(message: string): string {
  const unknown =
    /^Unrecognised (?:paragraph|run|table) style: (?:'(.*)'|"(.*)"|null|undefined) \(/.exec(
      message,
    );
  const missing = /^(?:Paragraph|Run|Table) style with ID (.*) was referenced but not defined/.exec(
    message,
  );
  const style = unknown?.[1] ?? unknown?.[2] ?? missing?.[1];
  if (style !== undefined && style !== 'null' && style !== '')
    return `The style “${style}” came in as plain text.`;
  if (unknown || missing) return 'Text in a style without a name came in as plain text.';
  if (/^Image of type \S+ is unlikely to display/.test(message))
    return 'Pictures of a kind that browsers do not show (such as EMF or WMF) cannot be shown.';
  if (/image|'async'|could not find|ENOENT|external file/i.test(message))
    return 'A picture that is not in the file, or is damaged, was left out.';
  if (message.startsWith('A w:sym '))
    return 'A symbol of a font that only Word knows was left out.';
  if (/oMath/.test(message)) return 'Drawings, embedded objects and formulas were left out.';
  if (/altChunk/.test(message)) return 'A document that is embedded in this one was left out.';
  return 'Parts of this file that cannot be read were left out.';
}
