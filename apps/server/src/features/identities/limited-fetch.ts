/** Options of {@link createLimitedFetch}: time for a whole response (ms), and its size (bytes). */
export type FetchLimits = { readonly timeoutMs: number; readonly bytesMax: number };

/** Part of `fetch` that the library of OpenID Connect uses. */
export type Fetch = (url: string, options?: RequestInit) => Promise<Response>;

/** A fetch that remembers whether the other server failed to respond. */
export type LimitedFetch = {
  readonly fetch: Fetch;
  /** True if a request failed: no connection, no timely response, too many bytes, or status 5xx. */
  hasFailed(): boolean;
};

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Refuses addresses that are neither HTTPS nor on this machine. */
function checkAddress(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname))) return;
  throw new Error(`${protocol}//${hostname} is neither HTTPS nor on this machine`);
}

/** Reads a body of at most `bytesMax` bytes. Throws if it is longer. */
async function readBody(response: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > bytesMax) throw new Error(`The response has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Creates a {@link LimitedFetch}. Redirects are not followed. */
export function createLimitedFetch({ timeoutMs, bytesMax }: FetchLimits): LimitedFetch {
  let failed = false;
  return {
    hasFailed: () => failed,
    async fetch(url, options) {
      try {
        checkAddress(url);
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(url, { ...options, redirect: 'manual', signal });
        const bytes = await readBody(response, bytesMax);
        if (response.status >= 500) failed = true;
        const { status, headers } = response;
        return new Response(bytes.length === 0 ? null : bytes, { status, headers });
      } catch (error) {
        failed = true;
        throw error;
      }
    },
  };
}
