import { useEffect, useSyncExternalStore } from 'react';
import { deviceStorage } from '../ui/storage.ts';
import { followTheme, onThemeChange, storedTheme, storeTheme, type Theme } from './scheme.ts';

/** Returns the selected theme, and the function to change it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    onThemeChange,
    () => storedTheme(deviceStorage),
    () => 'system' as const,
  );
  return [theme, storeTheme];
}

/** Applies the selected theme to the page: see {@link followTheme}. */
export function useThemeOnPage(): void {
  useEffect(followTheme, []);
}
