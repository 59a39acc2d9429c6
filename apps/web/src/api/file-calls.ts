import { t } from '@lingui/core/macro';
import type { Answer, Asked, EndpointName, endpoints as table } from '@longhand/contract';
import type { Call } from './caller.ts';
import { addressOf, tokenIn, type Given } from './caller.ts';
import { calling } from './constants.ts';
import { ApiFailure } from './failure.ts';
import { endpoints, type Way } from './table.ts';

type Table = typeof table;

/** Endpoints that accept files, and endpoints that return one. */
type Taking = {
  [Name in EndpointName]: Table[Name] extends { takes: 'files' } ? Name : never;
}[EndpointName];
type Giving = {
  [Name in EndpointName]: Table[Name] extends { gives: 'file' } ? Name : never;
}[EndpointName];

/** Receives the completed fraction, 0 to 1; null if unknown. */
export type Progress = (part: number | null) => void;

/**
 * A downloaded file: its name as given by the server, and a report of content that could not be
 * exported.
 */
export type CameFile = {
  readonly name: string;
  readonly bytes: Blob;
  readonly report: readonly string[];
};

const unreachable = t`The server cannot be reached. Nothing was imported or exported. Check the connection and try again.`;

/**
 * Uploads files and reports the progress, which only XMLHttpRequest supports. The CSRF token is
 * sent and renewed as in every other call. Returns the response; rejects with {@link ApiFailure}.
 */
export async function sendFiles<Name extends Taking>(
  call: Call,
  name: Name,
  asked: Asked<Table[Name]>,
  {
    files,
    progress,
    signal,
  }: { files: readonly { name: string; bytes: Blob }[]; progress: Progress; signal: AbortSignal },
): Promise<Answer<Table[Name]>> {
  const form = new FormData();
  for (const { name: fileName, bytes } of files) form.append('files', bytes, fileName);
  const address = addressOf(endpoints[name], asked as Given, Date.now());
  for (let retries = 0; ; retries += 1) {
    if (tokenIn(document.cookie) === null) await call('getCsrfToken', {}, signal);
    const { status, text } = await post(address, form, progress, signal);
    if (status >= 200 && status < 300) return JSON.parse(text) as Answer<Table[Name]>;
    if (status !== 403 || !/csrf/i.test(text) || retries === calling.csrfRetries) {
      throw new ApiFailure(
        status || 500,
        text || t`Network error`,
        status === 0 ? unreachable : undefined,
      );
    }
    await call('getCsrfToken', {}, signal);
    await new Promise((resolve) => setTimeout(resolve, calling.csrfWait));
  }
}

function post(
  address: string,
  form: FormData,
  progress: Progress,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-XSRF-TOKEN', tokenIn(document.cookie) ?? '');
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      progress(lengthComputable ? loaded / total : null);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => resolve({ status: 0, text: '' });
    request.onabort = () => reject(new DOMException(t`Given up`, 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Returns the request of a download. A POST needs the CSRF token, which the caller fetches. */
function downloadOf({ method }: Way, { body }: Given): RequestInit {
  const headers = new Headers();
  if (method !== 'GET') headers.set('X-XSRF-TOKEN', tokenIn(document.cookie) ?? '');
  if (body === undefined) return { method, headers };
  headers.set('Content-Type', 'application/json');
  return { method, headers, body: JSON.stringify(body) };
}

/** Downloads a file and reports the progress. Rejects with {@link ApiFailure}. */
export async function fetchFile<Name extends Giving>(
  name: Name,
  asked: Asked<Table[Name]>,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<CameFile> {
  progress(null);
  const address = addressOf(endpoints[name], asked as Given, Date.now());
  const response = await fetch(address, {
    ...downloadOf(endpoints[name], asked as Given),
    credentials: 'include',
    cache: 'no-store',
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiFailure(
      500,
      error instanceof Error ? error.message : t`Network error`,
      unreachable,
    );
  });
  if (!response.ok) throw new ApiFailure(response.status, await response.text());
  const bytes = await readAll(response, progress);
  return {
    name: fileNameIn(response.headers.get('content-disposition') ?? ''),
    bytes,
    report: decodeURIComponent(response.headers.get('export-report') ?? '')
      .split('\n')
      .filter(Boolean),
  };
}

async function readAll(response: Response, progress: Progress): Promise<Blob> {
  const length = Number(response.headers.get('content-length') ?? 0);
  const reader = response.body?.getReader();
  if (!reader) return response.blob();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let came = 0;
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    if (value === undefined) continue;
    parts.push(value);
    came += value.length;
    if (length > 0) progress(Math.min(1, came / length));
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/**
 * Returns the file name in a `Content-Disposition`, the extended one (UTF-8) if present. Source:
 * RFC 6266.
 */
export function fileNameIn(disposition: string): string {
  const exact = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (exact !== undefined) return decodeURIComponent(exact);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'file';
}
