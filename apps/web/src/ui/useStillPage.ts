import { useEffect } from 'react';

/** Number of mounted parts that hold the page still. */
let holders = 0;

/** The styles of the page before the first part held it still. */
let before = { overflow: '', marginRight: '' };

/**
 * Keeps the page from scrolling while the part that calls it is shown; a margin stands where the scroll bar was. Mantine's own way
 * writes a `style` element, which the content security policy does not allow.
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
