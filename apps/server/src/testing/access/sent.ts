import type { Member, TestCall } from '../../app.testing.ts';
import type { Row, Stage } from './row.ts';

/** Returns the payload of a call: a JSON body, or a form with files. */
export function sentWith(row: Row, stage: Stage, as: Member | null): TestCall {
  if (row.files === undefined) return row.body === undefined ? {} : { body: row.body(stage, as) };
  const parts = Object.entries(row.files).map(
    ([name, text]) =>
      `--edge\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${text}\r\n`,
  );
  return {
    raw: `${parts.join('')}--edge--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}
