import { mappingBetween, nodeOf, type NodeJson } from '@longhand/document';
import { changeStored, type WriteMode } from '@longhand/text';
import { grammar, type StoredDoc } from '../domain/document-content.ts';
import type { Suggesting } from '../domain/live.ts';

/**
 * A change made by the server: its content and client id. `suggesting`: author of the suggestions.
 * `restores`: the earlier state that is restored.
 */
export type Towards = {
  readonly content: NodeJson;
  readonly client: number;
  readonly suggesting: Suggesting | null;
  readonly restores: readonly Uint8Array[] | null;
};

/**
 * Returns the update that changes a document to `content`, or null if nothing changes. Characters
 * that are in both are preserved.
 */
export function towards(
  doc: StoredDoc,
  { content, client, suggesting, restores }: Towards,
): Uint8Array | null {
  const after = nodeOf(content);
  const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 24);
  const ink: WriteMode =
    suggesting === null
      ? { kind: 'edit' }
      : {
          kind: 'suggestion',
          id: newId(),
          by: suggesting.author,
          at: suggesting.at,
          nextId: newId,
        };
  return changeStored(doc, grammar, client, (shown) => ({
    after,
    mapping: mappingBetween(shown, after),
    mode: ink,
    ...(restores !== null && { restores }),
  }));
}
