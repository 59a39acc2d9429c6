import { useEffect } from 'react';

/** Number of mounted components that lock scrolling. */
let holders = 0;

/** Styles of the page before the first lock. */
let before = { overflow: '', marginRight: '' };

/**
 * Locks the scrolling of the page while the calling component is mounted; a margin replaces the
 * scroll bar.
 */
export function useStillPage(): void {
  useEffect(() => {
    const { style } = document.body;
    if (holders === 0) {
      before = { overflow: style.overflow, marginRight: style.marginRight };
      const bar = window.innerWidth - document.documentElement.clientWidth;
      style.overflow = 'hidden';
      style.marginRight = `${bar}px`;
    }
    holders += 1;
    return () => {
      holders -= 1;
      if (holders === 0) Object.assign(style, before);
    };
  }, []);
}
