/**
 * A token that a page inserted. `isLost`: it may be missing, because everything that had it was
 * closed or lost. It may still be in the document once.
 */
export type Token = { readonly text: string; readonly documentId: string; isLost: boolean };

/** The tokens that pages inserted. */
export class SimulatedTokens {
  readonly list: Token[] = [];

  /** Returns a new token of a user, for a document. */
  create(user: string, documentId: string): string {
    const text = `⟦${user}:${this.list.length}⟧`;
    this.list.push({ text, documentId, isLost: false });
    return text;
  }

  /**
   * Marks the tokens of a document that may be missing from now on.
   *
   * @param isHeld true for a token that the log, a page or a device has
   */
  release(documentId: string, isHeld: (token: string) => boolean): void {
    for (const token of this.list)
      if (token.documentId === documentId && !token.isLost) token.isLost = !isHeld(token.text);
  }

  /** Number of tokens that may be missing. */
  get lost(): number {
    return this.list.filter(({ isLost }) => isLost).length;
  }

  /**
   * Checks that each token is in its document once, in no other, and at most once if it was lost:
   * [SIM5], [SIM10], [SIM11], [SIM15], [SIM16].
   *
   * @param texts the text of each document
   * @throws if one is not
   */
  check(texts: ReadonlyMap<string, string>): void {
    for (const [documentId, text] of texts)
      for (const token of this.list) {
        const count = text.split(token.text).length - 1;
        const isHere = token.documentId === documentId;
        if (count > (isHere ? 1 : 0) || (isHere && count === 0 && !token.isLost))
          throw new Error(`${token.text} is there ${count} times, in ${documentId}`);
      }
  }
}
