import { useSyncExternalStore } from 'react';
import { hadInteraction, onFirstInteraction } from './first-interaction.ts';

/**
 * True after the first user interaction with the page. Until then no code is fetched that only an
 * interacting user needs.
 */
export function useFirstInteraction(): boolean {
  return useSyncExternalStore(onFirstInteraction, hadInteraction, () => false);
}
