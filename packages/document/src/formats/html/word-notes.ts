import { Parser } from 'htmlparser2';
import { homelessNotes } from '../footnotes.ts';
import { escapeAttribute } from '../xml-text.ts';
import { NoteText } from './note-text.ts';

type Edit = { readonly from: number; readonly to: number; readonly text: string };

/**
 * Names of notes in Word: the reference of a note links to `#_ftn1`, its text is in an element
 * named `ftn1`.
 */
const placeOfNote = /^#_((?:ftn|edn)\d{1,6})$/;
const noteName = /^(?:ftn|edn)\d{1,6}$/;

/**
 * Moves each footnote in the HTML of Word to its number. Word writes the numbers as links to a list
 * at the end. Source: clipboard content of Word; CSS property `mso-element`.
 * `lost` gets sentences about notes without a number, and about content that notes cannot have.
 */
export function withWordNotes(html: string, lost: Set<string>): string {
  if (!html.includes('mso-element:footnote') && !html.includes('mso-element:endnote')) return html;
  const inNotes = new Set<string>();
  const { notes, places, lists } = readNotes(html, inNotes);
  if (places.some(({ name }) => !notes.has(name)) || notes.size === 0) return html;
  for (const sentence of inNotes) lost.add(sentence);
  const moved = places.map(({ name, from, to }): Edit => {
    const text = escapeAttribute(notes.get(name) ?? '');
    return { from, to, text: `<sup data-type="footnote" data-text="${text}"></sup>` };
  });
  // A note whose number was not copied remains as text.
  const placed = new Set(places.map(({ name }) => name));
  const homeless = [...notes].filter(([name, said]) => !placed.has(name) && said !== '');
  if (homeless.length > 0) lost.add(homelessNotes);
  let [kept, at] = ['', 0];
  for (const edit of [...lists, ...moved].toSorted((a, b) => a.from - b.from)) {
    if (edit.from < at) continue;
    [kept, at] = [kept + html.slice(at, edit.from) + edit.text, edit.to];
  }
  return (
    kept + html.slice(at) + homeless.map(([, said]) => `<p>${escapeAttribute(said)}</p>`).join('')
  );
}

/**
 * The notes of a page. `notes`: their texts by name; `places`: the links to them; `lists`: edits
 * that remove the lists of notes.
 */
type Notes = {
  readonly notes: ReadonlyMap<string, string>;
  readonly places: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly lists: readonly Edit[];
};

/** Addresses of links from a note back to its number, and between notes. */
const back = /^#_/;

function readNotes(html: string, lost: Set<string>): Notes {
  const notes = new Map<string, string>();
  const lists: Edit[] = [];
  const places: { name: string; from: number; to: number }[] = [];
  /** The open list of notes, note and reference: depth and start position of each. */
  let [depth, list, note, place] = [0, 0, 0, 0];
  let [listFrom, placeFrom] = [0, 0];
  let [noteId, placeId, text] = ['', '', new NoteText(back, lost)];
  const parser = new Parser({
    onopentag(name, attributes) {
      const { style = '', id = '', href = '' } = attributes;
      depth += 1;
      if (list === 0 && /mso-element:\s*(?:foot|end)note-list/.test(style))
        [list, listFrom] = [depth, parser.startIndex];
      else if (list > 0 && note === 0 && noteName.test(id))
        [note, noteId, text] = [depth, id, new NoteText(back, lost)];
      else if (note > 0) text.open(name, attributes);
      const found = list === 0 && name === 'a' ? placeOfNote.exec(href)?.[1] : undefined;
      if (place === 0 && found !== undefined)
        [place, placeId, placeFrom] = [depth, found, parser.startIndex];
    },
    ontext(said) {
      if (note > 0) text.text(said);
    },
    onclosetag(name) {
      if (note > 0 && depth > note) text.close(name);
      if (depth === place) {
        places.push({ name: placeId, from: placeFrom, to: parser.endIndex + 1 });
        place = 0;
      }
      if (depth === note) {
        notes.set(noteId, text.toString());
        note = 0;
      }
      if (depth === list) {
        lists.push({ from: listFrom, to: parser.endIndex + 1, text: '' });
        list = 0;
      }
      depth -= 1;
    },
  });
  parser.end(html);
  return { notes, places, lists };
}
