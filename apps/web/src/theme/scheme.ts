import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** Where the theme is kept in the browser. Values: light, dark, system. Source: specification, section 1. */
export const themeKey = 'longhand-theme';

/** What a person can choose. */
export type Theme = 'light' | 'dark' | 'system';

/** All choices, in the order of the menu. */
export const themes = ['light', 'dark', 'system'] as const satisfies readonly Theme[];

/** Mantine says `auto` where we say system. */
export const schemeOf = (theme: Theme): MantineColorScheme => (theme === 'system' ? 'auto' : theme);

/** The theme as people and the storage know it. */
export const themeOf = (scheme: MantineColorScheme): Theme => (scheme === 'auto' ? 'system' : scheme);

/** The theme that is stored, or `system`. */
export function storedTheme(storage: Storage): Theme {
  const stored = storage.getItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Keeps the theme under {@link themeKey} and follows changes made in other tabs. */
export function createSchemeManager(): MantineColorSchemeManager {
  let stop = (): void => undefined;
  return {
    get: () => (typeof window === 'undefined' ? 'auto' : schemeOf(storedTheme(window.localStorage))),
    set: (scheme) => window.localStorage.setItem(themeKey, themeOf(scheme)),
    subscribe(onUpdate) {
      const changed = (event: StorageEvent): void => {
        if (event.key === themeKey) onUpdate(schemeOf(storedTheme(window.localStorage)));
      };
      window.addEventListener('storage', changed);
      stop = () => window.removeEventListener('storage', changed);
    },
    unsubscribe: () => stop(),
    clear: () => window.localStorage.removeItem(themeKey),
  };
}
