/**
 * Answers the other client id of a page: each writes under two, an even one for edits and the odd one after it for suggestions. Who owns
 * one of them owns both.
 */
export const otherOf = (client: number): number => (client % 2 === 0 ? client + 1 : client - 1);

/** Answers the owner of a client id, from owners of single ones; undefined where it has none. */
export function ownerIn(owners: ReadonlyMap<number, string>, client: number): string | undefined {
  return owners.get(client) ?? owners.get(otherOf(client));
}
