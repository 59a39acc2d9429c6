import type { Host } from '../islands/host.tsx';
import type * as Parts from '../islands/parts.ts';

let loaded: typeof Parts | null = null;

/**
 * Loads the module that loads the interactive parts of the public pages, once.
 *
 * @throws if it cannot be loaded; the next call tries again
 */
export async function loadParts(): Promise<typeof Parts> {
  if (loaded !== null) return loaded;
  const url =
    document.querySelector<HTMLScriptElement>('script[data-parts]')?.dataset['parts'] ?? '';
  // Some browsers never fetch a module again after a failure. So it is fetched as a file first.
  const answer = await fetch(url);
  // Another build has replaced this one. A public page holds no text of its reader.
  if (answer.status === 404) location.reload();
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  loaded = (await import(/* @vite-ignore */ url)) as typeof Parts;
  return loaded;
}

/** Shows or hides the message that a part of the page could not be loaded. */
function tellFailure(isFailed: boolean): void {
  const notice = document.querySelector<HTMLElement>('[data-notice]');
  if (notice) notice.hidden = !isFailed;
}

/**
 * Loads the host of the dialogs and messages, for an action of the reader.
 *
 * @throws if it cannot be loaded; a message says so
 */
export async function askHost(): Promise<Host> {
  try {
    const host = await (await loadParts()).openHost();
    tellFailure(false);
    return host;
  } catch (error) {
    tellFailure(true);
    throw error;
  }
}
