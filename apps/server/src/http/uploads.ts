import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../platform/refusal.ts';
import { mayTakeLonger } from './patience.ts';

/** How much one request may bring: files, and bytes of each. */
export type UploadLimits = { filesMax: number; bytesMax: number };

/** A file as it comes in; `bytes` has to be read before the next one is asked for. */
export type Upload = { name: string; type: string; bytes: AsyncIterable<Uint8Array> };

/** Lets requests bring files. Nothing is kept on disk or in memory by it. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart);
}

/** Everything after the last slash of either kind: browsers send a bare name, others may send a path. */
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
 * The files of a request, one after the other. Refuses `wrong_type` where it brings no form, `malformed` where the form breaks
 * off, `too_large` for more or larger files than allowed. Fields that are not files are passed over.
 */
export async function* readUploads(request: FastifyRequest, { filesMax, bytesMax }: UploadLimits): AsyncGenerator<Upload> {
  if (!request.isMultipart()) refuse('wrong_type');
  mayTakeLonger(request);
  const limits = { files: filesMax, fileSize: bytesMax, fields: 20, fieldSize: 65_536, headerPairs: 50 };
  try {
    for await (const file of request.files({ limits })) {
      yield { name: nameOf(file), type: file.mimetype, bytes: whole(file) };
    }
  } catch (error) {
    if (isOfForm(error)) refuse(tooMany.has(error.code) ? 'too_large' : 'malformed');
    throw error;
  }
}

const tooMany = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT', 'FST_REQ_FILE_TOO_LARGE']);

/** Errors of reading the form: those of the plugin by their code, those of the parser by their words. */
function isOfForm(error: unknown): error is Error & { code: string } {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return tooMany.has(error.code) || error.code.startsWith('FST_');
  return /multipart|boundary|unexpected end of form|malformed part header/i.test(error.message);
}
