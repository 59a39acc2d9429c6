import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@longhand/driver';
import type { LedgerSubject } from '../ledger/subject.ts';
import { openRelay, type Damage } from './relay.ts';

/**
 * Starts the product behind a relay that damages the connections of its users, for the ledger test.
 *
 * @param lasts time in which damaged connections go on (ms)
 * @param random returns a number in [0, 1)
 */
export async function startSocketsSubject(
  lasts: number,
  random: () => number,
): Promise<LedgerSubject<Damage>> {
  const product = await startProduct();
  const relay = await openRelay(Number(new URL(product.url).port), random);
  return {
    url: relay.url,
    prepare: () => Promise.resolve(),
    async inject(damage) {
      const at = Date.now();
      relay.damage(damage);
      await sleep(lasts);
      return at;
    },
    recover() {
      relay.heal();
      return Promise.resolve();
    },
    async close() {
      await relay.close();
      await product.close();
    },
  };
}
