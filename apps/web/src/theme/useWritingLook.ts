import type { Preferences } from '@longhand/contract';
import { useLayoutEffect } from 'react';
import './writing.css';

/** What of a person's settings shows on the page itself, by the attribute that says it; null where the default holds. */
export function looksOf({ textSize, measure, writingFont, spellCheck }: Preferences): Readonly<Record<string, string | null>> {
  return {
    'data-text-size': textSize === undefined || textSize === 'normal' ? null : textSize,
    'data-measure': measure === undefined || measure === 'normal' ? null : measure,
    'data-writing-font': writingFont === undefined || writingFont === 'serif' ? null : writingFont,
    // Every field and text below inherits it. Source: HTML, the spellcheck attribute.
    spellcheck: spellCheck === false ? 'false' : null,
  };
}

/** Makes a person's settings of how text looks hold on this page, before it is painted. */
export function useWritingLook(preferences: Preferences): void {
  useLayoutEffect(() => {
    const page = document.documentElement;
    for (const [name, value] of Object.entries(looksOf(preferences))) {
      if (value === null) page.removeAttribute(name);
      else page.setAttribute(name, value);
    }
  }, [preferences]);
}
