import { isHighlight, type Attributes } from './element-attributes.ts';
import { losses } from '../../schema/losses.ts';

/** Sentence about headings of levels that a document does not have. */
export const headingsLifted = losses.lowHeadings;

/** Sentence about content of captions that they cannot have. */
export const captionsArePlain = losses.formatsOfCaptions;

const colours = losses.colours;
const alignment = losses.alignment;
/** Sentences about styling, which nearly all pages of the web have. */
export const stylingLeftOut: ReadonlySet<string> = new Set([colours, alignment]);

const highlights = losses.highlights;
const fields = losses.fields;

const byName: Readonly<Record<string, string>> = {
  svg: losses.drawings,
  iframe: losses.embeddedPages,
  video: losses.films,
  audio: losses.sounds,
  object: losses.embeddedObjects,
  form: losses.forms,
  select: fields,
  button: fields,
  mark: highlights,
  h5: headingsLifted,
  h6: headingsLifted,
};

/** Kinds of inputs that are not shown, or are boxes of tasks. */
const noFields: ReadonlySet<string> = new Set(['hidden', 'checkbox', 'radio', 'image']);

/** Colours of text that are those of any text. */
const usual: ReadonlySet<string> = new Set(
  'black #000 #000000 rgb(0,0,0) inherit initial unset currentcolor windowtext auto'.split(' '),
);

/**
 * Returns sentences about what an element of HTML has and a document does not. `isLinked`: it is in
 * a link, which has a colour of its own.
 */
export function leftOutOf(
  name: string,
  attributes: Attributes,
  isLinked: boolean,
): readonly string[] {
  const own = byName[name];
  const isField = name === 'input' && !noFields.has(attributes['type']?.toLowerCase() ?? '');
  return [
    ...(own === undefined ? [] : [own]),
    ...(isField ? [fields] : []),
    ...(isHighlight(attributes) ? [highlights] : []),
    ...(!isLinked && name !== 'a' && isColoured(name, attributes) ? [colours] : []),
    ...(isAligned(name, attributes) ? [alignment] : []),
  ];
}

function isColoured(name: string, { style = '', color }: Attributes): boolean {
  const styled = /(?<![-\w])color:\s*(rgb\([\d, ]{5,20}\)|[a-z]+|#[0-9a-f]{3,8})/i.exec(style)?.[1];
  const colour = styled ?? (name === 'font' ? color : undefined);
  return colour !== undefined && !usual.has(colour.toLowerCase().replaceAll(' ', ''));
}

const paragraphs: ReadonlySet<string> = new Set('p div center h1 h2 h3 h4 h5 h6'.split(' '));

/** True for paragraphs that begin at neither side of their text. */
function isAligned(name: string, { style = '', align, dir }: Attributes): boolean {
  if (!paragraphs.has(name)) return false;
  const styled = /(?<![-\w])text-align:\s*([a-z]+)/i.exec(style)?.[1];
  const said = (styled ?? align ?? (name === 'center' ? name : '')).toLowerCase();
  const isOtherSide = said === (dir?.toLowerCase() === 'rtl' ? 'left' : 'right');
  return isOtherSide || ['center', 'justify', 'end'].includes(said);
}
