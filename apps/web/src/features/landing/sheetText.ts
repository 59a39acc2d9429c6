/** Somebody who writes on the front page's sheet. `color` is the light value of an entry of the palette. */
export type Writer = { readonly name: string; readonly color: string };

/** The two who write by a script. */
export const writers = {
  ines: { name: 'Ines', color: '#317a45' },
  tomas: { name: 'Tomás', color: '#d42515' },
} as const satisfies Readonly<Record<string, Writer>>;

/** Which of the two. */
export type WriterName = keyof typeof writers;

/** What stands on the sheet at the beginning. The built page shows it without any script; `selected` is what Ines has marked. */
export const opening = {
  title: 'Letter to our readers',
  first: {
    before: 'We started this paper in a kitchen, with one typewriter and ',
    selected: 'four opinions',
    after: ' about commas. It has grown since.',
  },
  second: 'The opinions have grown too',
} as const;

/** One thing a writer does. `write` and `erase` happen letter by letter; `rest` is in milliseconds. */
export type Step =
  | { readonly does: 'rest'; readonly for: number }
  | { readonly does: 'write'; readonly text: string }
  | { readonly does: 'erase'; readonly letters: number }
  | { readonly does: 'go'; readonly toEndOf: number }
  | { readonly does: 'begin paragraph' };

/** What each writes, in order. It ends: a page that never stands still is nothing to read beside. */
export const scripts: Readonly<Record<WriterName, readonly Step[]>> = {
  tomas: [
    { does: 'rest', for: 1_200 },
    { does: 'write', text: ', and so has the talbe' },
    { does: 'rest', for: 500 },
    { does: 'erase', letters: 3 },
    { does: 'write', text: 'ble we have them at.' },
    { does: 'rest', for: 7_000 },
    { does: 'write', text: ' Sit down with us.' },
  ],
  ines: [
    { does: 'rest', for: 3_000 },
    { does: 'go', toEndOf: 1 },
    { does: 'rest', for: 700 },
    { does: 'write', text: ' Nobody remembers who won.' },
    { does: 'rest', for: 2_200 },
    { does: 'go', toEndOf: 2 },
    { does: 'begin paragraph' },
    { does: 'rest', for: 600 },
    { does: 'write', text: 'In this issue: what we cut, and what we wish we had kept.' },
  ],
};
