import { deviceStorage, type Storing } from '../ui/storage.ts';

/** Storage key of the theme. Values: light, dark, system. */
export const themeKey = 'longhand-theme';

/** Selectable themes. */
export type Theme = 'light' | 'dark' | 'system';

/** All themes, in the order of the menu. */
export const themes = ['light', 'dark', 'system'] as const satisfies readonly Theme[];

/**
 * Background of each scheme, for the browser's own UI around a page. Same as `--paper` in
 * palette.css.
 */
export const paper = { light: '#fbfaf7', dark: '#171614' } as const;

/** Returns the stored theme, or `system`. */
export function storedTheme(storage: Storing): Theme {
  const stored = storage.getItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Event dispatched in this page when its theme changes; other tabs receive a storage event. */
const changed = 'longhand-theme';

/** Stores a theme and notifies the listeners. */
export function storeTheme(theme: Theme): void {
  deviceStorage.setItem(themeKey, theme);
  window.dispatchEvent(new Event(changed));
}

/**
 * Calls `hear` whenever the theme changes, here or in another tab. Returns a function that stops
 * it.
 */
export function onThemeChange(hear: () => void): () => void {
  const stored = ({ key }: StorageEvent): void => {
    // Null key: the storage was cleared.
    if (key === themeKey || key === null) hear();
  };
  window.addEventListener('storage', stored);
  window.addEventListener(changed, hear);
  return () => {
    window.removeEventListener('storage', stored);
    window.removeEventListener(changed, hear);
  };
}

const systemDark = '(prefers-color-scheme: dark)';

/** Applies the selected theme to the page. */
function showTheme(): void {
  const theme = storedTheme(deviceStorage);
  const scheme =
    theme === 'system' ? (window.matchMedia(systemDark).matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset['scheme'] = scheme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper[scheme]);
}

/**
 * Applies the selected theme to the page, also when it or the system's theme changes. Returns a
 * function that stops it.
 */
export function followTheme(): () => void {
  showTheme();
  const system = window.matchMedia(systemDark);
  system.addEventListener('change', showTheme);
  const stop = onThemeChange(showTheme);
  return () => {
    system.removeEventListener('change', showTheme);
    stop();
  };
}

/**
 * Inline script that applies the theme before the first paint, so that no page flashes in the wrong
 * theme. Included in every built page.
 */
export const themeScript = `{let t,d=document;try{t=localStorage.getItem("${themeKey}")}catch{t=null}
const s=t==="light"||t==="dark"?t:matchMedia("${systemDark}").matches?"dark":"light";
d.documentElement.dataset.scheme=s;d.querySelector('meta[name="theme-color"]').content=${JSON.stringify(paper)}[s]}`;
