import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../platform/refusal.ts';
import { allowLongRequest } from './slow-requests.ts';

/** Limits of one upload request: number of files, and bytes per file. */
export type UploadLimits = { filesMax: number; bytesMax: number };

/** An incoming file. Read `bytes` before requesting the next file. */
export type Upload = { name: string; type: string; bytes: AsyncIterable<Uint8Array> };

/** Enables file uploads. Stores nothing on disk or in memory. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
}

/**
 * Returns the file name after the last slash or backslash: browsers send a bare name, other clients
 * may send a path.
 */
function nameOf(file: MultipartFile): string {
  const last =
    file.filename
      ?.split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim() ?? '';
  return last.toWellFormed().slice(0, 255) || 'file';
}

async function* whole(file: MultipartFile): AsyncIterable<Uint8Array> {
  try {
    yield* file.file as AsyncIterable<Buffer>;
  } catch (error) {
    if (isOfForm(error)) refuse('malformed');
    throw error;
  }
  if (file.file.truncated) refuse('too_large');
}

/**
 * Yields the files of a request in order. Refuses `wrong_type` if it contains no form, `malformed`
 * for a truncated form, `too_large` for too many or too large files. Ignores other fields.
 */
export async function* readUploads(
  request: FastifyRequest,
  { filesMax, bytesMax }: UploadLimits,
): AsyncGenerator<Upload> {
  if (!request.isMultipart()) refuse('wrong_type');
  allowLongRequest(request);
  const limits = {
    files: filesMax,
    fileSize: bytesMax,
    fields: 20,
    fieldSize: 65_536,
    headerPairs: 50,
  };
  try {
    for await (const file of request.files({ limits })) {
      yield { name: nameOf(file), type: file.mimetype, bytes: whole(file) };
    }
  } catch (error) {
    if (isOfForm(error)) refuse(tooMany.has(error.code) ? 'too_large' : 'malformed');
    throw error;
  }
}

const tooMany = new Set([
  'FST_FILES_LIMIT',
  'FST_FIELDS_LIMIT',
  'FST_PARTS_LIMIT',
  'FST_REQ_FILE_TOO_LARGE',
]);

/**
 * True for errors of reading the form: those of the plugin by code, those of the parser by message.
 */
function isOfForm(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string')
    return tooMany.has(error.code) || error.code.startsWith('FST_');
  return /multipart|boundary|unexpected end of form|malformed part header/i.test(error.message);
}
