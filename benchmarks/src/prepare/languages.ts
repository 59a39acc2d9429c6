/** A word as shown in a text, and the terms under which search indexes it. */
export type Word = { readonly shown: string; readonly terms: readonly string[] };

/**
 * A made-up language: words by decreasing frequency, drawn with the frequencies of natural
 * languages.
 */
export type Language = {
  readonly name: string;
  readonly words: readonly Word[];
  /** Separator of words. */
  readonly space: string;
  draw(): Word;
};

/** Number of words per language: about the vocabulary of a speaker. */
const vocabulary = 20_000;

/**
 * Beginnings and endings of syllables. Their characters are those of a natural language, to cover
 * accents and scripts.
 */
const spoken = [
  {
    name: 'English',
    starts: 'b c d f g h l m n p r s t v w st tr pl ch th sh'.split(' '),
    ends: 'a e i o u er an in on al ing ent'.split(' '),
  },
  {
    name: 'German',
    starts: 'b d f g h k l m n r s t w z sch st pf'.split(' '),
    ends: 'a e i ä ö ü en er ich ung aß eu'.split(' '),
  },
  {
    name: 'Vietnamese',
    starts: 'b c đ h kh l m ng nh ph t th tr v'.split(' '),
    ends: 'à á ả ã ạ ê ế ồ ư ơi ông ình'.split(' '),
  },
  {
    name: 'Russian',
    starts: 'б в г д ж з к л м н п р с т х ст пр'.split(' '),
    ends: 'а е и о у ы я ов ый ение ать'.split(' '),
  },
];

function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss');
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

/**
 * Returns a function that draws ranks by Zipf's law: the n-th word about 1/n as often as the first.
 * Source: Zipf, 1949; Mandelbrot's shift.
 */
function zipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) sums[rank] = sum += 1 / (rank + 2.7);
  return () => {
    const drawn = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function spokenLanguage(
  { name, starts, ends }: (typeof spoken)[number],
  random: () => number,
): Language {
  const seen = new Set<string>();
  while (seen.size < vocabulary) {
    // Frequent words are short, as in natural languages.
    const syllables = 1 + Math.floor(random() * Math.min(4, 1 + Math.log10(seen.size + 1)));
    seen.add(
      Array.from({ length: syllables }, () => pick(starts, random) + pick(ends, random)).join(''),
    );
  }
  const words = [...seen].map((shown) => ({ shown, terms: [folded(shown)] }));
  const rank = zipf(words.length, random);
  return { name, words, space: ' ', draw: () => words[rank()] as Word };
}

/**
 * Creates a language of CJK characters without spaces. A word is a clause of 4 to 11 characters
 * with its punctuation; its terms are pairs of characters.
 */
function chinese(random: () => number): Language {
  const letter = zipf(3_000, random);
  const words: Word[] = Array.from({ length: vocabulary }, () => {
    const letters = Array.from({ length: 4 + Math.floor(random() * 8) }, () =>
      String.fromCodePoint(0x4e00 + letter() * 5),
    );
    return {
      shown: `${letters.join('')}，`,
      terms: letters.map((one, i) => one + (letters[i + 1] ?? '')),
    };
  });
  return { name: 'Chinese', words, space: '', draw: () => pick(words, random) };
}

/** Creates the languages of the benchmark; deterministic for the same `random`. */
export function languages(random: () => number): readonly Language[] {
  return [...spoken.map((one) => spokenLanguage(one, random)), chinese(random)];
}
