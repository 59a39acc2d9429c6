import * as Y from 'yjs';

/** Yields the structs that a client has written into a document since a clock, in order. */
export function* structsSince(doc: Y.Doc, client: number, since: number): Generator<Y.Item | Y.GC> {
  const end = Y.getState(doc.store, client);
  for (let clock = since; clock < end;) {
    const struct: Y.Item | Y.GC = Y.getItem(doc.store, Y.createID(client, clock));
    yield struct;
    clock = struct.id.clock + struct.length;
  }
}
