/**
 * Returns the other client id of a page. Each page writes under two: an even one for edits and the
 * odd one after it for suggestions. The owner of one owns both.
 */
export const otherOf = (client: number): number => (client % 2 === 0 ? client + 1 : client - 1);

/** Returns the owner of a client id, looking up both ids of its pair; undefined if it has none. */
export function ownerIn(owners: ReadonlyMap<number, string>, client: number): string | undefined {
  return owners.get(client) ?? owners.get(otherOf(client));
}
