/** Somebody who writes on the front page's sheet. `color` is the light value of an entry of the palette. */
export type Writer = { readonly name: string; readonly color: string };

/** The two who write by a script. */
export const writers = {
  ines: { name: 'Ines', color: '#317a45' },
  tomas: { name: 'Tomás', color: '#d42515' },
} as const satisfies Readonly<Record<string, Writer>>;

/** Which of the two. */
export type WriterName = keyof typeof writers;

/**
 * The opening text of the sheet. The built page shows it without any script. `selected`: what Ines has
 * selected. `removed` and `added`: what Tomás suggests to replace, and with which words.
 */
export const opening = {
  title: 'Letter to our readers',
  first: {
    before: 'We started this paper in a kitchen, with one typewriter and ',
    selected: 'four opinions',
    after: ' about commas. It has grown ',
    removed: 'since',
    added: 'up',
    end: '.',
  },
  second: 'The opinions have grown too',
} as const;

/** Ines's comment on the sheet. */
export const remark = { quote: opening.first.selected, body: 'Make it five: I had two.' } as const;
