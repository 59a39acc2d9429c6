import { findArticles, type FoundArticle } from '../../content/article-search.ts';
import type { Pressed } from '../landing/live-sheet.tsx';
import type { Host } from './host.tsx';

/** Renders the host of the dialogs and messages of a public page. Call it once. */
export async function startHost(): Promise<Host> {
  const host = await import('./host.tsx');
  return host.startHost();
}

/** Replaces the text in the figure of the front page by an editor. */
export async function openSheet(
  figure: HTMLElement,
  takePressed: () => Pressed | null,
): Promise<void> {
  const { startSheet } = await import('./sheet.tsx');
  startSheet(figure, takePressed);
}

/** Returns the articles that contain every word of a query: see {@link findArticles}. */
export async function searchArticles(wanted: string): Promise<readonly FoundArticle[]> {
  const { articleIndex } = await import('../../content/article-index.ts');
  return findArticles(articleIndex, wanted);
}
