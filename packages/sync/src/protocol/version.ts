import { subprotocol } from './frame.ts';

const pattern = /^longhand\.(\d{1,6})$/;

function numberOf(protocol: string): number | null {
  const [, number] = pattern.exec(protocol) ?? [];
  return number === undefined ? null : Number(number);
}

/**
 * Chooses a subprotocol of those that a client offers: this version, otherwise another version of
 * it, whose page is told why it is refused.
 *
 * @returns null if there is none. The client then speaks the standard protocol, or is refused by
 *   its browser
 */
export function chooseSubprotocol(offered: Iterable<string>): string | null {
  const all = [...offered];
  if (all.includes(subprotocol)) return subprotocol;
  return all.find((protocol) => numberOf(protocol) !== null) ?? null;
}

/**
 * Compares the version of a page with this one.
 *
 * @param protocol a subprotocol that {@link chooseSubprotocol} has chosen; empty for none
 */
export function compareVersion(protocol: string): 'same' | 'older' | 'newer' {
  const [theirs, ours] = [numberOf(protocol), numberOf(subprotocol)];
  if (theirs === null || ours === null || theirs === ours) return 'same';
  return theirs < ours ? 'older' : 'newer';
}
