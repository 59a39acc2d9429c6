import { readFileSync } from 'node:fs';

type Status = 'draft' | 'in_review' | 'approved' | 'published';
type SampleText = { readonly title: string; readonly status: Status; readonly text: string };

/** Texts of the workspace that the pictures show, in one language. */
export type PictureTexts = {
  readonly project: { readonly name: string; readonly description: string };
  /** The first one is the document that the pictures show. */
  readonly documents: readonly SampleText[];
  /** Beginnings of lines of that document, in which the two users have their carets. */
  readonly lines: readonly [string, string];
  /** Word that is searched for, and a title that is found and is on the board. */
  readonly search: { readonly word: string; readonly found: string };
};

/**
 * Reads a text of the demo's workspace, so that the pictures show what visitors of the demo find.
 */
function demoText(name: string): string {
  return readFileSync(
    new URL(`../../../apps/server/src/features/demo/texts/${name}.md`, import.meta.url),
    'utf8',
  );
}

const english: PictureTexts = {
  project: {
    name: 'Spring issue',
    description: 'What do people do with an hour that nobody asks them about?',
  },
  lines: ['It has grown since', 'The opinions have grown'],
  search: { word: 'kitchen', found: 'Six kitchens' },
  documents: [
    {
      title: 'Letter to our readers',
      status: 'in_review',
      text: `We started this paper in a kitchen, with one typewriter and four opinions about commas. It has grown since. Nobody remembers who won.

The opinions have grown too, and so has the table we have them at. Sit down with us.

## What is in this issue

- A lighthouse keeper who gets up for the hour before five
- Six kitchens, and what is eaten in them when nobody is watching
- Your letters, with names where you wanted them

## What we cut

Two paragraphs about ice on the inside of windows. They were good. They were about something else.

> A page is finished when somebody else has read it aloud.
`,
    },
    { title: 'Spring issue, the plan', status: 'draft', text: demoText('plan') },
    {
      title: 'Six kitchens at five in the morning',
      status: 'draft',
      text: 'The first kitchen belongs to a baker, who does not bake at home. There is one chair in it, and a radio that is never switched off.\n',
    },
    {
      title: 'Interview with a lighthouse keeper',
      status: 'in_review',
      text: demoText('interview'),
    },
    { title: 'How we write here', status: 'approved', text: demoText('style') },
    {
      title: 'Night trains, a table of departures',
      status: 'approved',
      text: 'Eleven trains still leave after midnight. We took four of them, and slept in none. This is what the conductors told us.\n',
    },
    { title: 'Leftovers of the winter issue', status: 'published', text: demoText('leftovers') },
  ],
};

const german: PictureTexts = {
  project: {
    name: 'Frühlingsausgabe',
    description: 'Was tun Menschen mit einer Stunde, nach der sie niemand fragt?',
  },
  lines: ['Seitdem ist sie gewachsen', 'Die Meinungen sind auch'],
  search: { word: 'Leuchtturm', found: 'Interview vom' },
  documents: [
    {
      title: 'Brief an alle, die uns lesen',
      status: 'in_review',
      text: `Diese Zeitschrift begann in einer Küche, mit einer Schreibmaschine und vier Meinungen über Kommas. Seitdem ist sie gewachsen. Wer gewonnen hat, weiß niemand mehr.

Die Meinungen sind auch mehr geworden, und der Tisch dafür größer. Setzt euch zu uns.

## In dieser Ausgabe

- Ein Leuchtturmwärter, der für die Stunde vor fünf Uhr aufsteht
- Sechs Küchen, und was dort gegessen wird, wenn niemand zusieht
- Eure Briefe, mit Namen, wo ihr das wolltet

## Was wir gestrichen haben

Zwei Absätze über Eis auf der Innenseite von Fenstern. Sie waren gut. Sie handelten von etwas anderem.

> Eine Seite ist fertig, wenn jemand anderes sie laut gelesen hat.
`,
    },
    { title: 'Frühlingsausgabe: Plan', status: 'draft', text: demoText('de/plan') },
    {
      title: 'Sechs Küchen um fünf Uhr morgens',
      status: 'draft',
      text: 'Die erste Küche gehört einem Bäcker, der zu Hause nicht backt. Darin stehen ein Stuhl und ein Radio, das nie ausgeschaltet wird.\n',
    },
    {
      title: 'Interview vom Leuchtturm',
      status: 'in_review',
      text: demoText('de/interview'),
    },
    { title: 'Wie wir hier schreiben', status: 'approved', text: demoText('de/style') },
    {
      title: 'Nachtzüge, eine Tafel der Abfahrten',
      status: 'approved',
      text: 'Elf Züge fahren noch nach Mitternacht ab. Wir haben vier davon genommen und in keinem geschlafen. Das hat uns das Personal erzählt.\n',
    },
    { title: 'Reste der Winterausgabe', status: 'published', text: demoText('de/leftovers') },
  ],
};

/** Languages in which the pictures are taken, each with its texts. */
export const pictureTexts = { en: english, de: german } as const;
