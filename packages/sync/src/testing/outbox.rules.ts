import type { Outbox } from '../client/ports.ts';

/** Opens an outbox; the same name returns the same one again, as after a reload of the page. */
export type OpenOutbox = (name: string) => Outbox;

/**
 * A rule of the outbox contract. `check` throws an error that describes the violation. It runs in
 * any environment, including a browser.
 */
export type OutboxRule = {
  readonly name: string;
  readonly check: (open: OpenOutbox) => Promise<void>;
};

/** Contract tests for every outbox; each implementation runs them where it is defined. */
export const outboxRules: readonly OutboxRule[] = [
  {
    name: '[BOX1] loads added updates in their order, byte by byte, also on the next page',
    async check(open) {
      const updates = [[1, 2, 3], [], [255, 0], Array.from({ length: 70_000 }, (_, i) => i % 256)];
      const before = open('one');
      for (const update of updates) await before.add(Uint8Array.from(update));
      const kept = await open('one').load();
      same(
        kept.map(({ update }) => [...update]),
        updates,
      );
      const keys = kept.map(({ key }) => key);
      same(
        keys,
        [...keys].sort((a, b) => a - b),
      );
    },
  },
  {
    name: '[BOX2] removes only the given updates; removing them again has no effect',
    async check(open) {
      const outbox = open('two');
      const keys = [
        await outbox.add(Uint8Array.of(1)),
        await outbox.add(Uint8Array.of(2)),
        await outbox.add(Uint8Array.of(3)),
      ];
      await outbox.remove([keys[1] as number]);
      await outbox.remove([keys[1] as number, 999_999]);
      await outbox.remove([]);
      same(
        (await outbox.load()).map(({ update }) => [...update]),
        [[1], [3]],
      );
    },
  },
  {
    name: '[BOX3] stores concurrent additions in the order of their calls',
    async check(open) {
      const outbox = open('three');
      await Promise.all(Array.from({ length: 200 }, (_, i) => outbox.add(Uint8Array.of(i))));
      same(
        (await outbox.load()).map(({ update }) => update[0]),
        Array.from({ length: 200 }, (_, i) => i),
      );
    },
  },
  {
    name: '[BOX4] outboxes are independent of each other',
    async check(open) {
      const [mine, yours] = [open('four'), open('five')];
      const key = await mine.add(Uint8Array.of(1));
      same(await yours.load(), []);
      await yours.add(Uint8Array.of(2));
      await mine.remove([key]);
      same(
        (await yours.load()).map(({ update }) => [...update]),
        [[2]],
      );
      same(await mine.load(), []);
    },
  },
  {
    name: '[BOX5] a decision is stored with the update that carries it out, also for the next page',
    async check(open) {
      const declaration = { verdict: 'accept', ids: ['one', 'two'] } as const;
      const before = open('six');
      await before.add(Uint8Array.of(1));
      await before.add(Uint8Array.of(2), declaration);
      const kept = await open('six').load();
      same(
        kept.map((each) => each.declaration ?? null),
        [null, declaration],
      );
    },
  },
];

function same(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is.slice(0, 200)} instead of ${should.slice(0, 200)}`);
}
