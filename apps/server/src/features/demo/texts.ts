import type { Language } from '@longhand/contract';
import type { Proposal } from './suggesting.ts';

/** Documents of the demo and of the sample project, which have the names of their files. */
export type PieceName = 'begin' | 'welcome' | 'plan' | 'interview' | 'style' | 'leftovers';

/**
 * Texts of the demo and of the sample project in a language, besides the documents. `folder`: the
 * folder of the documents below `texts/`. `remarks`: comments of the colleague. `proposals`:
 * suggestions, of which each replaces text that occurs once and within one format.
 */
export type DemoTexts = {
  readonly folder: string;
  readonly project: { readonly name: string; readonly description: string };
  readonly titles: Readonly<Record<PieceName, string>>;
  readonly tags: Readonly<Record<'start' | 'spring' | 'interview' | 'house' | 'winter', string>>;
  readonly versions: Readonly<Record<'welcome' | 'interview', string>>;
  readonly remarks: Readonly<Record<'welcome' | 'plan' | 'interview', string>>;
  readonly proposals: Readonly<Record<'welcome' | 'interview', readonly Proposal[]>>;
  /** Message of the colleague's review request to the visitor. */
  readonly review: string;
};

const english: DemoTexts = {
  folder: '',
  project: {
    name: 'A magazine to try things in',
    description:
      'A fictional magazine to try Longhand with. You can edit, move and delete everything.',
  },
  titles: {
    begin: 'Begin here',
    welcome: 'Welcome to Longhand',
    plan: 'Spring issue: plan',
    interview: 'Interview with a lighthouse keeper',
    style: 'How we write here',
    leftovers: 'Leftovers of the winter issue',
  },
  tags: {
    start: 'start here',
    spring: 'spring',
    interview: 'interview',
    house: 'house',
    winter: 'winter',
  },
  versions: { welcome: 'Original version', interview: 'Before the editing' },
  remarks: {
    welcome: 'Welcome. Reply to this comment, or resolve it.',
    plan: 'Who takes the kitchens?',
    interview: 'I would end on the gull. The glass is for another piece.',
  },
  proposals: {
    welcome: [
      {
        from: 'try whatever you like',
        to: 'try everything',
        because: 'This is a suggestion, and you own the document: accept it or reject it.',
      },
    ],
    interview: [
      {
        from: 'in a room without a window',
        to: 'in a windowless room',
        because: 'Shorter. Your call.',
      },
      { from: 'knows the figures', to: 'knows the data' },
      { from: ' and do not do anything', to: '' },
    ],
  },
  review: 'Please read my suggestions and approve the interview, or request changes.',
};

const german: DemoTexts = {
  folder: 'de/',
  project: {
    name: 'Eine Zeitschrift zum Ausprobieren',
    description:
      'Eine erfundene Zeitschrift, um Longhand auszuprobieren. Du kannst alles bearbeiten, verschieben und löschen.',
  },
  titles: {
    begin: 'Beginne hier',
    welcome: 'Willkommen bei Longhand',
    plan: 'Frühlingsausgabe: Plan',
    interview: 'Interview mit einem Leuchtturmwärter',
    style: 'Wie wir hier schreiben',
    leftovers: 'Reste der Winterausgabe',
  },
  tags: {
    start: 'hier beginnen',
    spring: 'Frühling',
    interview: 'Interview',
    house: 'Redaktion',
    winter: 'Winter',
  },
  versions: { welcome: 'Ursprüngliche Version', interview: 'Vor der Bearbeitung' },
  remarks: {
    welcome: 'Willkommen. Antworte auf diesen Kommentar, oder erledige ihn.',
    plan: 'Wer übernimmt die Küchen?',
    interview: 'Ich würde mit der Möwe aufhören. Das Glas gehört in einen anderen Text.',
  },
  proposals: {
    welcome: [
      {
        from: 'Probiere aus, was dir gefällt',
        to: 'Probiere alles aus',
        because:
          'Dies ist ein Vorschlag, und das Dokument gehört dir: Nimm ihn an, oder lehne ihn ab.',
      },
    ],
    interview: [
      {
        from: 'in einem Raum ohne ein Fenster',
        to: 'in einem fensterlosen Raum',
        because: 'Kürzer. Du entscheidest.',
      },
      { from: 'kennt die Zahlenwerte', to: 'kennt die Daten' },
      { from: ' und tue dabei überhaupt gar nichts', to: '' },
    ],
  },
  review: 'Bitte lies meine Vorschläge, und gib das Interview frei oder fordere Änderungen an.',
};

const texts: { readonly [Each in Language]?: DemoTexts } = { en: english, de: german };

/** Returns the texts in a language. They are English if it has none. */
export const demoTextsIn = (language: Language): DemoTexts => texts[language] ?? english;

/** Names of the sample project in all languages, by which it is found again. */
export const sampleNames: readonly string[] = Object.values(texts).map(
  ({ project }) => project.name,
);
