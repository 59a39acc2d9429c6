/**
 * A decision about suggestions, declared by a page together with the update that carries it out.
 */
export type Declaration = {
  readonly verdict: 'accept' | 'reject';
  readonly ids: readonly string[];
};
