import { findArticles, type FoundArticle } from '../../content/article-search.ts';
import type { Pressed } from '../landing/live-sheet.tsx';
import type { Host } from './host.tsx';

/** Renders the host of the dialogs and messages of a public page. Call it once. */
export async function startHost(): Promise<Host> {
  await loadCatalogs();
  const host = await import('./host.tsx');
  return host.startHost();
}

/** Replaces the text in the figure of the front page by an editor. */
export async function openSheet(
  figure: HTMLElement,
  takePressed: () => Pressed | null,
): Promise<void> {
  await loadCatalogs();
  const { startSheet } = await import('./sheet.tsx');
  startSheet(figure, takePressed);
}

/** Returns the articles that contain every word of a query: see {@link findArticles}. */
export async function searchArticles(wanted: string): Promise<readonly FoundArticle[]> {
  const { loadArticleIndex } = await import('../../content/article-index.ts');
  return findArticles(await loadArticleIndex(document.documentElement.lang), wanted);
}

let loaded: Promise<unknown> | null = null;

/**
 * Loads the translations of the page's language, which the page names: before all modules with
 * texts, because texts may be constants of modules. English pages name none.
 *
 * @throws if the server cannot be reached; the next call tries again
 */
async function loadCatalogs(): Promise<void> {
  const named = document.querySelector<HTMLElement>('script[data-catalogs]')?.dataset['catalogs'];
  loaded ??= Promise.all((named?.split(' ') ?? []).map(loadScript));
  try {
    await loaded;
  } catch (error) {
    loaded = null;
    throw error;
  }
}

/** Loads a script. Scripts that were added one after the other run in this order. */
function loadScript(url: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.async = false;
  script.src = url;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error(`${url} could not be loaded`)));
  document.head.append(script);
  return promise;
}
