/**
 * A decision about suggestions, declared by a page together with the update that carries it out.
 */
export type Declaration = {
  readonly verdict: 'accept' | 'reject';
  readonly ids: readonly string[];
};

/** Maximum length of the id of a suggestion, a user or a container (characters). */
const idMax = 64;

/**
 * True for a string that can be the id of a suggestion, a user or a container: short, without NUL
 * and without unpaired surrogates, which databases do not store.
 */
export function isStorableId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= idMax &&
    value.isWellFormed() &&
    !value.includes('\u0000')
  );
}
