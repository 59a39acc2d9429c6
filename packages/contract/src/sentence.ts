import { sentenceTexts, unnamedTexts } from './sentence-texts.ts';

/** Id of a sentence: see {@link sentenceTexts}. */
export type SentenceId = keyof typeof sentenceTexts;

/** A name in a sentence, or what stands for it, with the path of the page that shows it. */
export type Named = { readonly to?: string } & (
  { readonly name: string } | { readonly unnamed: keyof typeof unnamedTexts }
);

/**
 * A sentence about an event, which has a text in each language. Values are names, numbers, and
 * keywords of which the text selects one.
 */
export type Sentence = {
  readonly id: SentenceId;
  readonly values: Readonly<Record<string, Named | number | string>>;
};

/** A part of a sentence in one language: text, or a name. `of`: its value, such as `actor`. */
export type Part =
  string | { readonly text: string; readonly of: string; readonly to: string | null };

/**
 * Formats a message. `id`: under which its translations are stored. `text`: the message in English.
 */
export type Format = (
  id: string,
  text: string,
  values?: Readonly<Record<string, number | string>>,
) => string;

/** Stands on both sides of the key of a name while a sentence is formatted. No text contains it. */
const mark = '\u0000';

/**
 * Returns the parts of a sentence in one language. Names are inserted after the formatting, so that
 * no name is read as a part of a message.
 */
export function sentenceParts({ id, values }: Sentence, format: Format): readonly Part[] {
  const given = Object.entries(values).map(
    ([key, value]) => [key, typeof value === 'object' ? `${mark}${key}${mark}` : value] as const,
  );
  const pieces = format(`sentence.${id}`, sentenceTexts[id], Object.fromEntries(given)).split(mark);
  return pieces.flatMap((piece, index): Part[] => {
    if (index % 2 === 0) return piece === '' ? [] : [piece];
    const named = values[piece];
    if (typeof named !== 'object') return [];
    const text =
      'name' in named
        ? named.name
        : format(`unnamed.${named.unnamed}`, unnamedTexts[named.unnamed]);
    return [{ text, of: piece, to: named.to ?? null }];
  });
}
