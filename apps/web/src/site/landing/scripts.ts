import { t } from '@lingui/core/macro';
import type { WriterName } from './sheet-text.ts';

/**
 * One step of a script. `write` and `erase` run character by character; `rest` is in milliseconds.
 */
export type Step =
  | { readonly does: 'rest'; readonly for: number }
  | { readonly does: 'write'; readonly text: string }
  | { readonly does: 'erase'; readonly letters: number }
  | { readonly does: 'go'; readonly toEndOf: number }
  | { readonly does: 'begin paragraph' };

/** Returns the steps that write a text with a mistake, which is marked `~`, and correct it. */
function correcting(text: string): readonly Step[] {
  const [before = '', mistake = '', after = ''] = text.split('~');
  return [
    { does: 'write', text: before + mistake },
    { does: 'rest', for: 500 },
    { does: 'erase', letters: [...mistake].length },
    { does: 'write', text: after },
  ];
}

/** Script of each writer. It ends: a page in constant motion is hard to read. */
export const scripts: Readonly<Record<WriterName, readonly Step[]>> = {
  tomas: [
    { does: 'rest', for: 1_200 },
    ...correcting(
      t({
        message: ', and so has the ta~lbe~ble where we discuss them.',
        comment: 'The part between ~ and ~ is typed, and erased again.',
      }),
    ),
    { does: 'rest', for: 7_000 },
    { does: 'write', text: t` Readers can join us every Monday.` },
  ],
  ines: [
    { does: 'rest', for: 3_000 },
    { does: 'go', toEndOf: 1 },
    { does: 'rest', for: 700 },
    { does: 'write', text: t` Today six people write it.` },
    { does: 'rest', for: 2_200 },
    { does: 'go', toEndOf: 2 },
    { does: 'begin paragraph' },
    { does: 'rest', for: 600 },
    { does: 'write', text: t`In this issue: two reports, an interview and your letters.` },
  ],
};
