/** A scripted writer on the front page's sheet. `color` is the light value of a palette entry. */
export type Writer = { readonly name: string; readonly color: string };

/** The two scripted writers. */
export const writers = {
  ines: { name: 'Ines', color: '#317a45' },
  tomas: { name: 'Tomás', color: '#d42515' },
} as const satisfies Readonly<Record<string, Writer>>;

/** Key of a scripted writer. */
export type WriterName = keyof typeof writers;

/**
 * The opening text of the sheet. The built page shows it without JavaScript. `selected`: the
 * selection of Ines. `removed` and `added`: the replacement that Tomás suggests.
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

/** Comment by Ines on the sheet. */
export const remark = { quote: opening.first.selected, body: 'Make it five: I had two.' } as const;
