import { createMeasure, type Measure } from '@longhand/document';

/** What the thread of the inspector is told. `key` is one opened document; `id` one question, which is answered. */
export type Told =
  | { readonly kind: 'open'; readonly key: number; readonly updates: readonly Uint8Array[] }
  | { readonly kind: 'took'; readonly key: number; readonly updates: readonly Uint8Array[] }
  | {
      readonly kind: 'allows';
      readonly key: number;
      readonly id: number;
      readonly update: Uint8Array;
      readonly author: string;
      readonly others: readonly number[];
    }
  | { readonly kind: 'close'; readonly key: number };

/** Its answer: whether an update is allowed, or why that could not be told. */
export type Answer = { readonly id: number; readonly isAllowed: boolean } | { readonly id: number; readonly error: string };

/** What the thread does with what it is told. A document that cannot be built answers no question. */
export function createInspecting(answer: (answer: Answer) => void): (told: Told) => void {
  const measures = new Map<number, Measure>();
  return (told) => {
    try {
      switch (told.kind) {
        case 'open':
          return void measures.set(told.key, createMeasure(told.updates));
        case 'took':
          for (const update of told.updates) measures.get(told.key)?.take(update);
          return;
        case 'allows': {
          const measure = measures.get(told.key);
          if (measure === undefined) throw new Error('no such document is open here');
          return answer({ id: told.id, isAllowed: measure.allows(told.update, told.author, told.others) });
        }
        case 'close':
          measures.get(told.key)?.destroy();
          return void measures.delete(told.key);
      }
    } catch (error) {
      // What was half taken in is worth nothing.
      measures.get(told.key)?.destroy();
      measures.delete(told.key);
      if (told.kind === 'allows') answer({ id: told.id, error: error instanceof Error ? error.message : String(error) });
    }
  };
}
