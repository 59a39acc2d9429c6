import { useSyncExternalStore } from 'react';

/**
 * Media query: the window has room for a text and a side panel. Stylesheets contain the same width.
 */
export const sidePanelWidth = '(width >= 60rem)';

/** Media query: the window also has room for a list before the text. */
export const threeWidth = '(width >= 75rem)';

/**
 * Media query: the bar over a document has room for the theme. `document-bar.module.css` has the
 * same width.
 */
export const barWidth = '(width >= 44rem)';

/** True if the window matches a media query; updated when that changes. */
export function useWide(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    () => window.matchMedia(query).matches,
    () => true,
  );
}
