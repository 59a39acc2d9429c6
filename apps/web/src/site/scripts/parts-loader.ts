import type { Host } from '../islands/host.tsx';
import type * as Parts from '../islands/parts.ts';

/** Loads the interactive parts of a public page when they are needed. */
export type PartsLoader = {
  /**
   * Loads the module that loads the parts, once.
   *
   * @throws if it cannot be loaded; the next call tries again
   */
  load(): Promise<typeof Parts>;
  /**
   * Opens the host of the dialogs and messages, once.
   *
   * @throws if it cannot be loaded; the next call tries again
   */
  openHost(): Promise<Host>;
  /**
   * Opens the host for an action of the reader.
   *
   * @throws if it cannot be loaded; a message says so
   */
  askHost(): Promise<Host>;
};

/** Creates the {@link PartsLoader} of a page. */
export function createPartsLoader(): PartsLoader {
  let loaded: typeof Parts | null = null;
  let host: Promise<Host> | null = null;

  async function load(): Promise<typeof Parts> {
    loaded ??= await fetchParts();
    return loaded;
  }

  async function openHost(): Promise<Host> {
    host ??= load().then(({ startHost }) => startHost());
    try {
      return await host;
    } catch (error) {
      host = null;
      throw error;
    }
  }

  return {
    load,
    openHost,
    async askHost() {
      try {
        const opened = await openHost();
        tellFailure(false);
        return opened;
      } catch (error) {
        tellFailure(true);
        throw error;
      }
    },
  };
}

async function fetchParts(): Promise<typeof Parts> {
  const url =
    document.querySelector<HTMLScriptElement>('script[data-parts]')?.dataset['parts'] ?? '';
  // Some browsers never fetch a module again after a failure. So it is fetched as a file first.
  const answer = await fetch(url);
  // Another build has replaced this one. A public page holds no text of its reader.
  if (answer.status === 404) location.reload();
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return (await import(/* @vite-ignore */ url)) as typeof Parts;
}

/** Shows or hides the message that a part of the page could not be loaded. */
function tellFailure(isFailed: boolean): void {
  const notice = document.querySelector<HTMLElement>('[data-notice]');
  if (notice) notice.hidden = !isFailed;
}
