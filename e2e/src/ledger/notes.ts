/**
 * A note of the writers to the ledger, one JSON value per line. Times are milliseconds since 1970.
 * `typed`: a token was typed.
 * `saved`: the saved mark of a writer changed to *Saved*, which covers every token that the writer
 * typed so far.
 * `seen`: another user saw the token.
 * `began`, `finished`: the writers were told to type; each has typed its number of words.
 */
export type Note =
  | {
      readonly kind: 'typed';
      readonly at: number;
      readonly writer: string;
      readonly document: number;
      readonly token: string;
    }
  | {
      readonly kind: 'saved';
      readonly at: number;
      readonly writer: string;
      readonly through: number;
    }
  | { readonly kind: 'seen'; readonly at: number; readonly token: string }
  | { readonly kind: 'began' | 'finished' }
  | { readonly kind: 'falselySaved'; readonly writer: string; readonly milliseconds: number }
  | { readonly kind: 'stopped'; readonly texts: readonly (readonly string[])[] };

/**
 * An order to the writers, one JSON value per line: stop typing and report when all is saved, or
 * type. `words`: number of words that each writer types then; null for no limit.
 */
export type Order =
  { readonly kind: 'stop' } | { readonly kind: 'type'; readonly words: number | null };

/** Returns the token of a writer's n-th word, as it appears in the text. */
export function tokenOf(writer: string, n: number): string {
  return `⟦${writer}:${String(n).padStart(6, '0')}⟧`;
}

/** Returns all tokens in a text, in order. */
export function tokensIn(text: string): string[] {
  return text.match(/⟦[^⟧]*⟧/g) ?? [];
}
