/**
 * What the writers tell the ledger, one JSON value a line. `typed`: a token was typed; `saved`: the saved mark of a writer turned to
 * *Saved*, which speaks of every token typed by them so far; `seen`: somebody else saw the token. Times are milliseconds since 1970.
 */
export type Note =
  | { readonly kind: 'typed'; readonly at: number; readonly writer: string; readonly document: number; readonly token: string }
  | { readonly kind: 'saved'; readonly at: number; readonly writer: string; readonly through: number }
  | { readonly kind: 'seen'; readonly at: number; readonly token: string }
  | { readonly kind: 'lied'; readonly writer: string; readonly milliseconds: number }
  | { readonly kind: 'quiet'; readonly texts: readonly (readonly string[])[] };

/** What the writers are told, one JSON value a line: stop typing, and say when all is quiet; or type on. */
export type Order = { readonly kind: 'quiet' } | { readonly kind: 'type' };

/** The token of a writer's n-th word, as it stands in the text. */
export function tokenOf(writer: string, n: number): string {
  return `⟦${writer}:${String(n).padStart(6, '0')}⟧`;
}

/** All tokens in a text, in order. */
export function tokensIn(text: string): string[] {
  return text.match(/⟦[^⟧]*⟧/g) ?? [];
}
