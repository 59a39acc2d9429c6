import { Parser } from 'htmlparser2';
import { escapeAttribute as escaped } from '../xml-text.ts';
import { edited, type Edit } from './edits.ts';

/** EMU (Word's unit of picture sizes) per pixel of 1/96 inch. */
const emuOfPixel = 9_525;

const sign = /^longhand-width:(\d{1,5});/;

/** Pixels of 1/96 inch per unit of the older markup of pictures (VML). */
const pixelsOf: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/** Returns the width in a style of the older markup (px); 0 if there is none. */
function styledWidth(style: string): number {
  const [, number, unit = ''] =
    /(?:^|;)\s*width:\s*(\d{1,6}(?:\.\d{1,6})?)(px|pt|pc|in|cm|mm)/.exec(style) ?? [];
  return Math.round(Number(number ?? 0) * (pixelsOf[unit] ?? 0));
}

/**
 * Returns the newer markup of a picture. The reader passes on neither the description nor the size
 * of one in the older markup.
 */
const drawingOf = (id: string, description: string): string =>
  [
    '<w:drawing><wp:inline',
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
    ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
    `><wp:docPr id="1" descr="${escaped(description)}"/><a:graphic><a:graphicData>`,
    `<pic:pic><pic:blipFill><a:blip r:embed="${escaped(id)}"/></pic:blipFill></pic:pic>`,
    '</a:graphicData></a:graphic></wp:inline></w:drawing>',
  ].join('');

const saidOf = (width: number): string =>
  width > 0 && width < 100_000 ? `longhand-width:${width};` : '';

/**
 * Prefixes the descriptions of pictures in a part of a Word file with their width. The reader
 * passes descriptions on, but not widths.
 */
export function withWidths(xml: string): string {
  const edits: Edit[] = [];
  let width = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const [at, length] = [parser.startIndex, parser.endIndex + 1 - parser.startIndex];
        if (name === 'wp:extent') width = Math.round(Number(attributes['cx']) / emuOfPixel);
        if (name === 'v:shape') width = styledWidth(attributes['style'] ?? '');
        const { 'r:id': id = '', 'o:title': title = '' } = attributes;
        const said = saidOf(width);
        if (name === 'v:imagedata' && id !== '')
          edits.push({ at, length, text: drawingOf(id, said + title) });
        else if (name === 'wp:docPr' && said !== '')
          edits.push({ at, length, text: described(xml.slice(at, at + length), said, attributes) });
        if (name === 'wp:docPr' || name === 'v:imagedata') width = 0;
      },
      onclosetag(name) {
        const [at, length] = [parser.startIndex, parser.endIndex + 1 - parser.startIndex];
        const isReplaced = name === 'v:imagedata' && edits.at(-1)?.text.startsWith('<w:drawing>');
        if (isReplaced && xml.startsWith('</', at)) edits.push({ at, length, text: '' });
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return edited(xml, edits);
}

/** Returns the tag of a picture's properties with a prefix of the description. */
function described(
  tag: string,
  said: string,
  { descr, title = '' }: Readonly<Record<string, string>>,
): string {
  return descr === undefined
    ? tag.replace(/^<wp:docPr/, () => `<wp:docPr descr="${said}${escaped(title)}"`)
    : tag.replace(/(\sdescr=["'])/, (start) => start + said);
}

/** Parses a description written by {@link withWidths} into description and width (px). */
export function widthIn(description: string): { alt: string; width: number | null } {
  const found = sign.exec(description);
  return { alt: description.replace(sign, ''), width: found ? Number(found[1]) : null };
}

const box = /^(?:<input type="checkbox"( checked="checked")? \/>|([☐☑☒]))/;

/**
 * Converts paragraphs that begin with a checkbox to tasks. Checkboxes are characters, or content
 * controls that the reader converts to inputs.
 */
export function withTasks(html: string): string {
  const [before = '', ...parts] = html.split('<p>');
  const made = [before];
  /** True if a task list has just ended: a directly following task is added to it. */
  let hasEnded = false;
  for (const part of parts) {
    const found = box.exec(part);
    const close = part.indexOf('</p>');
    if (!found || close < 0) {
      hasEnded = false;
      made.push(`<p>${part}`);
      continue;
    }
    const isDone = found[1] !== undefined || found[2] === '☑' || found[2] === '☒';
    const text = part.slice(found[0].length, close).trimStart();
    if (hasEnded) made.pop();
    else made.push('<ul data-type="taskList">');
    const rest = part.slice(close + '</p>'.length);
    made.push(
      `<li data-type="taskItem" data-checked="${isDone}"><p>${text}</p></li>`,
      `</ul>${rest}`,
    );
    hasEnded = rest === '';
  }
  return made.join('');
}
