import { Parser } from 'htmlparser2';
import { escapeAttribute as escaped } from '../xml-text.ts';

/** EMU (Word's unit of picture sizes) per pixel of 1/96 inch. */
const emuOfPixel = 9_525;

const sign = /^longhand-width:(\d{1,5});/;

/**
 * Prefixes the descriptions of pictures in a part of a Word file with their width. The reader
 * passes descriptions on, but not widths.
 */
export function withWidths(xml: string): string {
  let [kept, at, width] = ['', 0, 0];
  const parser = new Parser(
    {
      onopentag(name, { cx, title = '', descr }) {
        if (name === 'wp:extent') width = Math.round(Number(cx) / emuOfPixel);
        if (name !== 'wp:docPr' || !(width > 0 && width < 100_000)) return;
        const tag = xml.slice(parser.startIndex, parser.endIndex + 1);
        const said = `longhand-width:${width};`;
        const told =
          descr === undefined
            ? tag.replace(/^<wp:docPr/, () => `<wp:docPr descr="${said}${escaped(title)}"`)
            : tag.replace(/(\sdescr=["'])/, (start) => start + said);
        [kept, at, width] = [
          kept + xml.slice(at, parser.startIndex) + told,
          parser.endIndex + 1,
          0,
        ];
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return kept + xml.slice(at);
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
