import type { NodeJson } from '@longhand/document';
import { id } from '@longhand/contract';
import { accountColumns, type Account } from '../../db/accounts.ts';
import type { CopyFiles } from '../../domain/copied-files.ts';
import { findDocumentAccess } from '../../domain/membership.ts';
import type { Upload } from '../../http/uploads.ts';
import { addFile, type FilesDeps } from './service.ts';
import { findFile } from './store.ts';

const fileUrl = /^\/api\/v1\/files\/([0-9a-f-]{36})$/;

/** Returns the file id shown by a node, or null if it is not one of our files. */
function fileOf({ attrs }: NodeJson): string | null {
  const src = attrs?.['src'];
  const found = typeof src === 'string' ? fileUrl.exec(src)?.[1] : undefined;
  return found !== undefined && id.safeParse(found).success ? found : null;
}

function filesIn(node: NodeJson): string[] {
  const own = fileOf(node);
  return [...(own === null ? [] : [own]), ...(node.content ?? []).flatMap(filesIn)];
}

function naming(node: NodeJson, copies: ReadonlyMap<string, string>): NodeJson {
  const copy = copies.get(fileOf(node) ?? '');
  const attrs = copy === undefined ? node.attrs : { ...node.attrs, src: copy };
  const content = node.content?.map((child) => naming(child, copies));
  return { ...node, ...(attrs && { attrs }), ...(content && { content }) };
}

/** Copies a file that the user may read and returns its URL. Returns null otherwise. */
async function copyOne(
  deps: FilesDeps,
  account: Account,
  fileId: string,
  documentId: string,
): Promise<string | null> {
  const file = await findFile(deps.db, fileId);
  // Files of the same document need no copy.
  if (
    file === null ||
    file.documentId === null ||
    file.documentId === documentId ||
    file.deletedAt !== null
  )
    return null;
  if ((await findDocumentAccess(deps.db, account.id, file.documentId)) === null) return null;
  const bytes = await deps.files.get(fileId);
  if (bytes === null) return null;
  const { name, type } = file;
  async function* uploads(source: AsyncIterable<Uint8Array>): AsyncIterable<Upload> {
    yield { name, type, bytes: source };
  }
  return (await addFile(deps, account, { documentId, uploads: uploads(bytes) })).url;
}

/** Creates {@link CopyFiles}. */
export function createCopyFiles(deps: FilesDeps): CopyFiles {
  return async ({ userId, documentId, content }) => {
    const named = new Set(filesIn(content));
    if (named.size === 0) return content;
    const account = await deps.db
      .selectFrom('users')
      .select(accountColumns)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const copies = new Map<string, string>();
    for (const fileId of named) {
      const copy = await copyOne(deps, account, fileId, documentId);
      if (copy !== null) copies.set(fileId, copy);
    }
    return naming(content, copies);
  };
}
