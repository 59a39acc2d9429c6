import { Parser } from 'htmlparser2';
import { NoteText } from '../html/note-text.ts';
import { homelessNotes } from '../footnotes.ts';
import { escapeAttribute as escaped } from '../xml-text.ts';

type Note = { readonly from: number; to: number; text: string; isPlaced: boolean };

const noteName = /^(?:foot|end)note-\d+$/;
/** Addresses of links from a note back to its number. */
const back = /^#(?:foot|end)note-ref-\d+$/;

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
  if (homeless.length > 0) lost.add(homelessNotes);
  return placed + homeless.map(({ text }) => `<p>${escaped(text)}</p>`).join('');
}

/** Returns the notes by name, ordered by their position in `html`. */
function notesOf(html: string, lost: Set<string>): Map<string, Note> {
  const notes = new Map<string, Note>();
  let [note, text, depth] = [null as Note | null, new NoteText(back, lost), 0];
  const parser = new Parser({
    onopentag(name, attributes) {
      const id = attributes['id'] ?? '';
      if (note !== null) {
        depth += 1;
        text.open(name, attributes);
      } else if (name === 'li' && noteName.test(id)) {
        note = { from: parser.startIndex, to: 0, text: '', isPlaced: false };
        [text, depth] = [new NoteText(back, lost), 1];
        notes.set(notes.has(id) ? `${id} ${notes.size}` : id, note);
      }
    },
    ontext(said) {
      if (note !== null) text.text(said);
    },
    onclosetag(name) {
      if (note === null) return;
      depth -= 1;
      if (depth > 0) return text.close(name);
      [note.to, note.text] = [parser.endIndex + 1, text.toString()];
      note = null;
    },
  });
  parser.end(html);
  return notes;
}
