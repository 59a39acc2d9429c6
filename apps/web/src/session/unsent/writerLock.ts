type Claim = { readonly who: object; readonly mine: Promise<boolean>; readonly release: () => void };

/** Who in this page speaks for a Yjs client, by document and client. */
const held = new Map<string, Claim>();

/**
 * Whether `who` may speak for a Yjs client that wrote on this device: whoever wrote does until it lets go ({@link letGo}) or its page closes, and after that
 * the first that asks. Of several pages, and several parts of one, one puts words back, so that they are there once. Browsers without locks (pages that came
 * without encryption) say yes to one part of each page: better twice than never.
 */
export async function mayWriteFor(documentId: string, client: number, who: object): Promise<boolean> {
  const name = `longhand-writer ${documentId} ${client}`;
  const known = held.get(name);
  if (known !== undefined) return known.who === who && known.mine;
  const claim = claimOf(name, who);
  held.set(name, claim);
  const isMine = await claim.mine;
  if (!isMine && held.get(name) === claim) held.delete(name);
  return isMine;
}

/** Ends all that `who` speaks for: what it left may be asked for by others, also in this page. */
export function letGo(who: object): void {
  for (const [name, claim] of held) {
    if (claim.who !== who) continue;
    held.delete(name);
    claim.release();
  }
}

function claimOf(name: string, who: object): Claim {
  // Only where the page came over an encrypted line, or from this device.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return { who, mine: Promise.resolve(true), release: () => {} };
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const mine = new Promise<boolean>((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : released;
      })
      // A browser that will not say has no locks.
      .catch(() => resolve(true));
  });
  return { who, mine, release };
}
