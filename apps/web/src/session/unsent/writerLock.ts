/** Who in this page speaks for a Yjs client, by document and client. */
const held = new Map<string, { readonly who: object; readonly mine: Promise<boolean> }>();

/**
 * Whether `who` may speak for a Yjs client that wrote on this device: the page that wrote does, as long as it is open, and after that the first that
 * asks. Of several pages, and several parts of one, one puts words back, so that they are there once. Browsers without locks (pages that came
 * without encryption) say yes to one part of each page: better twice than never.
 */
export async function mayWriteFor(documentId: string, client: number, who: object): Promise<boolean> {
  const name = `longhand-writer ${documentId} ${client}`;
  const known = held.get(name);
  if (known !== undefined) return known.who === who && known.mine;
  const mine = ask(name);
  held.set(name, { who, mine });
  const isMine = await mine;
  if (!isMine) held.delete(name);
  return isMine;
}

async function ask(name: string): Promise<boolean> {
  // Only where the page came over an encrypted line, or from this device.
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) return true;
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        // Until the page goes.
        return lock === null ? undefined : new Promise<never>(() => {});
      })
      .catch(reject);
  });
}
