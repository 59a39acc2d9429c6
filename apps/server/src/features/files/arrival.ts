import { headBytes } from '../../files/kinds.ts';

/** A byte stream whose first bytes are retained for inspection, and whose size is counted. */
export type Watched = {
  readonly bytes: AsyncIterable<Uint8Array>;
  size(): number;
  head(): Uint8Array;
};

/** Watches bytes as they pass. */
export function watch(source: AsyncIterable<Uint8Array>): Watched {
  const first: Uint8Array[] = [];
  let kept = 0;
  let size = 0;
  async function* pass(): AsyncIterable<Uint8Array> {
    for await (const chunk of source) {
      size += chunk.length;
      if (kept < headBytes) {
        const part = chunk.subarray(0, headBytes - kept);
        first.push(part);
        kept += part.length;
      }
      yield chunk;
    }
  }
  return { bytes: pass(), size: () => size, head: () => Buffer.concat(first) };
}
