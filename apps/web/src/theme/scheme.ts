import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { deviceStorage, type Storing } from '../ui/storage.ts';

/** Where the theme is kept in the browser. Values: light, dark, system. Source: specification, section 1. */
export const themeKey = 'longhand-theme';

/** What a person can choose. */
export type Theme = 'light' | 'dark' | 'system';

/** All choices, in the order of the menu. */
export const themes = ['light', 'dark', 'system'] as const satisfies readonly Theme[];

/** What each choice is called. */
export const themeNames: Readonly<Record<Theme, string>> = { light: 'Light', dark: 'Dark', system: 'System' };

/** The ground of each scheme, as browsers paint what is theirs around a page. As `--paper` in palette.css. */
export const paper = { light: '#fbfaf7', dark: '#171614' } as const;

/** Mantine says `auto` where we say system. */
export const schemeOf = (theme: Theme): MantineColorScheme => (theme === 'system' ? 'auto' : theme);

/** The theme as people and the storage know it. */
export const themeOf = (scheme: MantineColorScheme): Theme => (scheme === 'auto' ? 'system' : scheme);

/** The theme that is stored, or `system`. */
export function storedTheme(storage: Storing): Theme {
  const stored = storage.getItem(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Told to this page when its theme changes; other tabs are told by the storage. */
const changed = 'longhand-theme';

/** Keeps a theme, and tells whoever listens. */
export function storeTheme(theme: Theme): void {
  deviceStorage.setItem(themeKey, theme);
  window.dispatchEvent(new Event(changed));
}

/** Runs `hear` whenever another theme is chosen, here or in another tab, until the returned function is called. */
export function onThemeChange(hear: () => void): () => void {
  const stored = ({ key }: StorageEvent): void => {
    // No key: everything was removed.
    if (key === themeKey || key === null) hear();
  };
  window.addEventListener('storage', stored);
  window.addEventListener(changed, hear);
  return () => {
    window.removeEventListener('storage', stored);
    window.removeEventListener(changed, hear);
  };
}

/** Tells Mantine's parts of the theme. */
export function createSchemeManager(): MantineColorSchemeManager {
  let stop = (): void => undefined;
  return {
    get: () => (typeof window === 'undefined' ? 'auto' : schemeOf(storedTheme(deviceStorage))),
    // Mantine also calls this to repeat what it has just heard: only what is new is told again.
    set(scheme) {
      if (storedTheme(deviceStorage) !== themeOf(scheme)) storeTheme(themeOf(scheme));
    },
    subscribe(onUpdate) {
      stop = onThemeChange(() => onUpdate(schemeOf(storedTheme(deviceStorage))));
    },
    unsubscribe: () => stop(),
    clear: () => deviceStorage.removeItem(themeKey),
  };
}
