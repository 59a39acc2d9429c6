import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { File } from '@longhand/contract';
import type { Member, TestAnswer, TestApp } from '../../app.testing.ts';

/** A file of a form. Default type: PNG. */
export type Part = { name: string; bytes: Buffer | string; type?: string };

/** Returns the body of a form with files. `end`: the end of the body, to break it off. */
export function form(parts: readonly Part[], end = '--edge--\r\n'): Buffer {
  const pieces = parts.flatMap(({ name, bytes, type = 'image/png' }) => [
    `--edge\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece)));
}

/** Header of a {@link form}. */
export const multipart = { 'content-type': 'multipart/form-data; boundary=edge' };

/** Sends a form to the files of a document. */
export function sendFiles(member: Member, raw: Buffer, documentId: string): Promise<TestAnswer> {
  return member.call('POST', `/api/v1/documents/${documentId}/files`, { raw, headers: multipart });
}

/** Adds a file to a document. */
export async function addFile(member: Member, part: Part, documentId: string): Promise<File> {
  const answer = await sendFiles(member, form([part]), documentId);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as unknown as File;
}

/** Downloads a file. */
export const get = (member: Member, { url }: Pick<File, 'url'>) => member.call('GET', url);

/** Returns the files of a document. */
export const listFiles = async (member: Member, documentId: string) =>
  (await member.call('GET', `/api/v1/documents/${documentId}/files`)).body
    .items as unknown as File[];

/** Returns the names of all files in the store. */
export async function listStoredNames(host: TestApp): Promise<string[]> {
  const entries = await readdir(join(host.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
