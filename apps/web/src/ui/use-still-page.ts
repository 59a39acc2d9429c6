import { useEffect } from 'react';

/**
 * Locks the scrolling of the page while the calling modal is mounted; a margin replaces the scroll
 * bar. The document contains the state: the first modal locks it, and the last one in it unlocks
 * it.
 */
export function useStillPage(): void {
  useEffect(() => {
    const { style } = document.body;
    if (style.overflow !== 'hidden') {
      style.marginRight = `${window.innerWidth - document.documentElement.clientWidth}px`;
      style.overflow = 'hidden';
    }
    return () => {
      if (document.querySelector('.modalOver') === null) style.overflow = style.marginRight = '';
    };
  }, []);
}
