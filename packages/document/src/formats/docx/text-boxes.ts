import { Parser } from 'htmlparser2';
import { edited, type Edit } from './edits.ts';

/**
 * Rewrites the text boxes of a part of a Word file so that the reader of Word files finds them. It
 * reads only text boxes in the older markup, which Word adds as a fallback and other programs do
 * not. `lost` gets a sentence about text boxes in text boxes.
 */
export function withTextBoxes(xml: string, lost: Set<string>): string {
  return xml.includes('w:txbxContent') || xml.includes('mc:AlternateContent')
    ? withBoxesBeside(withFirstChoices(xml), lost)
    : xml;
}

/** A choice between several markups. `tags`: its own tags and those of its first choice. */
type Choice = { readonly tags: Edit[]; choices: number; hasFallback: boolean };

/** Replaces each choice that has no fallback by its first markup. */
function withFirstChoices(xml: string): string {
  const edits: Edit[] = [];
  const open: Choice[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'mc:AlternateContent')
          open.push({ tags: [tag()], choices: 0, hasFallback: false });
        const choice = open.at(-1);
        if (choice && name === 'mc:Fallback') choice.hasFallback = true;
        if (choice && name === 'mc:Choice') {
          choice.choices += 1;
          if (choice.choices === 1) choice.tags.push(tag());
        }
      },
      onclosetag(name) {
        const choice = open.at(-1);
        const isOwnTag = xml.startsWith('</', parser.startIndex);
        if (choice && name === 'mc:Choice' && choice.choices === 1 && isOwnTag)
          choice.tags.push(tag());
        if (!choice || name !== 'mc:AlternateContent') return;
        open.pop();
        if (isOwnTag && !choice.hasFallback) edits.push(...choice.tags, tag());
      },
    },
    { xmlMode: true },
  );
  const tag = (): Edit => ({
    at: parser.startIndex,
    length: parser.endIndex + 1 - parser.startIndex,
    text: '',
  });
  parser.end(xml);
  return edited(xml, edits);
}

/** Moves the text boxes of drawings behind the drawings. Drawings with a fallback are ignored. */
function withBoxesBeside(xml: string, lost: Set<string>): string {
  const edits: Edit[] = [];
  let [choices, drawings, boxes, begin] = [0, 0, 0, 0];
  let texts: string[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        if (name === 'mc:Choice') choices += 1;
        if (choices > 0) return;
        if (name === 'w:drawing') drawings += 1;
        if (drawings === 0 || name !== 'w:txbxContent') return;
        boxes += 1;
        if (boxes === 1) begin = parser.startIndex;
        else lost.add('Text boxes in text boxes were left out.');
      },
      onclosetag(name) {
        if (name === 'mc:Choice') choices -= 1;
        if (choices > 0) return;
        if (name === 'w:drawing') drawings -= 1;
        const end = parser.endIndex + 1;
        if (name === 'w:txbxContent' && boxes > 0) {
          boxes -= 1;
          if (boxes > 0) return;
          texts.push(xml.slice(begin, end));
          edits.push({ at: begin, length: end - begin, text: '' });
        }
        if (name !== 'w:drawing' || drawings > 0 || texts.length === 0) return;
        edits.push({ at: end, length: 0, text: `<w:pict>${texts.join('')}</w:pict>` });
        texts = [];
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return edited(xml, edits);
}
