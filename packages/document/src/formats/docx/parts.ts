import { Parser } from 'htmlparser2';
import { UnreadableFile } from '../unreadable-file.ts';

type Parts = Readonly<Record<string, Uint8Array>>;

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
/** Elements in a wrapper that are not text. */
const besideText: ReadonlySet<string> = new Set(
  'w:rubyPr w:rt w:fldData w:smartTagPr w:customXmlPr'.split(' '),
);
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

/**
 * Rewrites a part of a Word file with elements that the reader knows. `lost` gets sentences about
 * content that cannot be converted.
 */
export function inKnownElements(xml: string, lost: Set<string>): string {
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
        else if (besideText.has(name)) [droppedSince, depth] = [parser.startIndex, 1];
        else if (wrappers.has(name)) edit('');
        else if (name === 'w:cr') edit('<w:br/>');
        else if (switches.has(name) && off.has(attributes['w:val'] ?? '')) edit('');
        if (name === 'w:rt')
          lost.add('The readings that stand above characters (ruby) were left out.');
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

/**
 * Returns the name of the main document part, as declared by the package.
 * @throws {@link UnreadableFile} if there is none
 */
export function mainPartOf(parts: Parts): string {
  let target = 'word/document.xml';
  const parser = new Parser(
    {
      onopentag(name, { Type, Target }) {
        if (
          !/(?:^|:)Relationship$/.test(name) ||
          Type?.endsWith('/officeDocument') !== true ||
          Target === undefined
        )
          return;
        const path = Target.replace(/^\.?\//, '');
        if (path in parts) target = path;
      },
    },
    { xmlMode: true },
  );
  parser.end(textOf(parts['_rels/.rels']));
  if (!Object.hasOwn(parts, target)) throw new UnreadableFile('This is not a Word file.');
  return target;
}

/** Returns the text of a part; '' if it does not exist. */
export function textOf(part: Uint8Array | undefined): string {
  return part === undefined ? '' : new TextDecoder().decode(part);
}

/** Patterns of unsupported content in a Word file, with the sentences about it. */
const notCarried: readonly (readonly [RegExp, string])[] = [
  [/<w:(?:ins|del|moveFrom|moveTo) /, 'Tracked changes came in as accepted.'],
  [/<w:pict|<w:object|<m:oMath/, 'Drawings, embedded objects and formulas were left out.'],
  [
    /<w:highlight w:val="(?!none")|<w:color w:val="(?!auto"|000000")/,
    'Colours and highlights of text were left out.',
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
 * part.
 */
export function noteWhatIsLeftOut(parts: Parts, main: string, lost: Set<string>): void {
  for (const [sign, sentence] of notCarried) if (sign.test(main)) lost.add(sentence);
  const names = Object.keys(parts);
  const has = (name: RegExp): boolean => names.some((each) => name.test(each));
  if (has(/^word\/comments\d*\.xml$/)) lost.add('Comments were left out.');
  if (has(/^word\/charts\/chart[^/]*\.xml$/)) lost.add('Charts were left out.');
  if (has(/^word\/diagrams\/data[^/]*\.xml$/))
    lost.add('Diagrams (SmartArt) were left out, with the text in them.');
  const edges = names.filter((name) => /^word\/(?:header|footer)\d*\.xml$/.test(name));
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
