import { useEffect, useSyncExternalStore } from 'react';
import { deviceStorage } from '../ui/storage.ts';
import { onThemeChange, paper, storedTheme, storeTheme, themeKey, type Theme } from './scheme.ts';

/** Returns the selected theme, and the function to change it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    onThemeChange,
    () => storedTheme(deviceStorage),
    () => 'system' as const,
  );
  return [theme, storeTheme];
}

const systemDark = '(prefers-color-scheme: dark)';

/** Applies the selected theme to the page, also when it is `system` and the system changes. */
export function useThemeOnPage(): void {
  useEffect(() => {
    const show = (): void => {
      const theme = storedTheme(deviceStorage);
      const scheme =
        theme === 'system' ? (window.matchMedia(systemDark).matches ? 'dark' : 'light') : theme;
      document.documentElement.dataset['scheme'] = scheme;
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper[scheme]);
    };
    show();
    const system = window.matchMedia(systemDark);
    system.addEventListener('change', show);
    const stop = onThemeChange(show);
    return () => {
      system.removeEventListener('change', show);
      stop();
    };
  }, []);
}

/**
 * Inline script that does the same before the first paint, so that no page flashes in the wrong
 * theme. Included in every built page.
 */
export const themeScript = `{let t,d=document;try{t=localStorage.getItem("${themeKey}")}catch{t=null}
const s=t==="light"||t==="dark"?t:matchMedia("${systemDark}").matches?"dark":"light";
d.documentElement.dataset.scheme=s;d.querySelector('meta[name="theme-color"]').content=${JSON.stringify(paper)}[s]}`;
