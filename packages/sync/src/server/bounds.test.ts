import * as encoding from 'lib0/encoding';
import { expect, test } from 'vitest';
import { clientBounds, validateUpdate } from './validate-update.ts';

test('[UPD9] counts values, also nested ones, and does not parse JSON that is too large', () => {
  const list = encoding.createEncoder();
  encoding.writeVarUint(list, 1);
  encoding.writeUint8(list, 117);
  encoding.writeVarUint(list, 250_000);
  for (let i = 0; i < 250_000; i += 1) encoding.writeUint8(list, 126);
  const values = alone(8, 'suggestions', encoding.toUint8Array(list));
  expect(validateUpdate(values, new Map(), clientBounds)).toMatchObject({
    kind: 'refused',
    reason: 'too_large',
  });

  const mark = (json: string): Uint8Array => {
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, 'link');
    encoding.writeVarString(encoder, json);
    return alone(6, 'text', encoding.toUint8Array(encoder));
  };
  expect(validateUpdate(mark('['), new Map(), clientBounds)).toMatchObject({
    kind: 'refused',
    reason: 'malformed',
  });
  // The room refuses it because of its size.
  expect(validateUpdate(mark('['.repeat(65_537)), new Map(), clientBounds)).toMatchObject({
    kind: 'new',
    largestMark: 65_540,
  });
  const large = mark(`[${'1,'.repeat(32_760)}1]`);
  expect(validateUpdate(large, new Map(), { ...clientBounds, parts: 4_000 })).toMatchObject({
    kind: 'refused',
    reason: 'too_large',
  });
});

/** Encodes an update with one struct in a root. `content`: its kind of content, then its bytes. */
function alone(kind: number, root: string, content: Uint8Array): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const part of [1, 1, 7, 0, kind, 1]) encoding.writeVarUint(encoder, part);
  encoding.writeVarString(encoder, root);
  encoding.writeUint8Array(encoder, content);
  encoding.writeVarUint(encoder, 0);
  return encoding.toUint8Array(encoder);
}
