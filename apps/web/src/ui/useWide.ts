import { useSyncExternalStore } from 'react';

/** Where a text and what stands beside it have room for each other. The same width stands in stylesheets. */
export const besideWidth = '(width >= 60rem)';

/** Where there is room for a list before a text as well. */
export const threeWidth = '(width >= 75rem)';

/** Media query: the bar over a document has room for the theme. `DocumentBar.module.css` has the same width. */
export const barWidth = '(width >= 44rem)';

/** Whether the window fits a media query, now and whenever that changes. */
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
