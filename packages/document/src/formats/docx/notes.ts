import { Parser } from 'htmlparser2';
import { escapeAttribute as escaped } from '../xml-text.ts';

type Note = { readonly from: number; to: number; text: string; isPlaced: boolean };

const noteName = /^(?:foot|end)note-\d+$/;
/** Inline elements, which do not separate words. */
const inLine: ReadonlySet<string> = new Set('a b strong i em u s del sub sup span code'.split(' '));
const formats: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup']);

/**
 * Moves each footnote of the HTML of a Word file to its number. The reader outputs notes as a list
 * at the end, to which the numbers link. A note without a number is appended as text. `lost` gets
 * sentences about such notes and about unsupported content in notes. Source: mammoth,
 * document-to-html.
 */
export function withNotesInPlace(html: string, lost: Set<string>): string {
  const notes = notesOf(html, lost);
  if (notes.size === 0) return html;
  let [body, at] = ['', 0];
  for (const { from, to } of notes.values()) [body, at] = [body + html.slice(at, from), to];
  body += html.slice(at);
  const sign = /<a href="#((?:foot|end)note-\d+)" id="(?:foot|end)note-ref-\d+">\[\d+\]<\/a>/g;
  const placed = body.replace(sign, (whole, name: string) => {
    const note = notes.get(name);
    if (note === undefined) return whole;
    note.isPlaced = true;
    return `<sup data-type="footnote" data-text="${escaped(note.text)}"></sup>`;
  });
  const homeless = [...notes.values()].filter(({ isPlaced, text }) => !isPlaced && text !== '');
  if (homeless.length > 0)
    lost.add('Notes whose place in the text was not found stand at the end of the document.');
  return placed + homeless.map(({ text }) => `<p>${escaped(text)}</p>`).join('');
}

/** Returns the notes by name, ordered by their position in `html`. */
function notesOf(html: string, lost: Set<string>): Map<string, Note> {
  const notes = new Map<string, Note>();
  let note: Note | null = null;
  let pieces: string[] = [];
  let depth = 0;
  /**
   * The open link in a note, and the index where its text begins. `isBack`: it links from the note
   * back to its number.
   */
  let link: { href: string; at: number; isBack: boolean } | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      const id = attributes['id'] ?? '';
      if (note === null) {
        if (name !== 'li' || !noteName.test(id)) return;
        [note, pieces, depth, link] = [
          { from: parser.startIndex, to: 0, text: '', isPlaced: false },
          [],
          1,
          null,
        ];
        notes.set(notes.has(id) ? `${id} ${notes.size}` : id, note);
        return;
      }
      depth += 1;
      if (!inLine.has(name)) pieces.push(' ');
      if (name === 'img') lost.add('Pictures in notes were left out.');
      if (formats.has(name))
        lost.add('Notes are plain text: bold, italic and other formats in them were left out.');
      const href = attributes['href'];
      if (name === 'a' && href !== undefined)
        link = { href, at: pieces.length, isBack: /^#(?:foot|end)note-ref-\d+$/.test(href) };
    },
    ontext(text) {
      if (note !== null) pieces.push(text);
    },
    onclosetag(name) {
      if (note === null) return;
      depth -= 1;
      if (name === 'a' && link !== null) {
        const said = pieces.slice(link.at).join('');
        if (link.isBack) pieces.length = link.at;
        else if (!said.includes(link.href) && !link.href.startsWith('#'))
          pieces.push(` (${link.href})`);
        link = null;
      } else if (!inLine.has(name)) pieces.push(' ');
      if (depth > 0) return;
      note.to = parser.endIndex + 1;
      note.text = pieces.join('').replace(/\s+/g, ' ').trim();
      note = null;
    },
  });
  parser.end(html);
  return notes;
}
