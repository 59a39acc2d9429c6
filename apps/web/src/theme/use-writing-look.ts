import type { Preferences } from '@longhand/contract';
import { useLayoutEffect } from 'react';
import './writing.css';

/** Returns the attributes of the page for a user's settings; null for default values. */
export function looksOf({
  textSize,
  measure,
  writingFont,
  spellCheck,
}: Preferences): Readonly<Record<string, string | null>> {
  return {
    'data-text-size': textSize === undefined || textSize === 'normal' ? null : textSize,
    'data-measure': measure === undefined || measure === 'normal' ? null : measure,
    'data-writing-font': writingFont === undefined || writingFont === 'serif' ? null : writingFont,
    // All fields and texts below inherit it. Source: HTML, the spellcheck attribute.
    spellcheck: spellCheck === false ? 'false' : null,
  };
}

/** Applies a user's text settings to the page, before it is painted. */
export function useWritingLook(preferences: Preferences): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    for (const [name, value] of Object.entries(looksOf(preferences))) {
      if (value === null) page.removeAttribute(name);
      else page.setAttribute(name, value);
    }
  }, [preferences]);
}
