import { t } from '@lingui/core/macro';
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
  title: t`Letter to our readers`,
  first: {
    before: t`We started this paper in a kitchen, with one typewriter and `,
    selected: t`four opinions`,
    after: t` about commas. It has grown `,
    removed: t({ message: 'since', context: 'It has grown since' }),
    added: t({ message: 'up', context: 'It has grown up' }),
    end: '.',
  },
  second: t`The opinions have grown too`,
};

/** Comment by Ines on the sheet. */
export const remark = { quote: opening.first.selected, body: t`Make it five: I had two.` };
