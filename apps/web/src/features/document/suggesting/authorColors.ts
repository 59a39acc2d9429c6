import { avatarColorIn } from '@longhand/contract';
import { useEffect } from 'react';
import type { PersonShown } from '../../../ui/openText.ts';

/** Gives the suggestions in the text the colours of their authors. One stylesheet, so that a colour costs nothing while one types. */
export function useAuthorColors(authors: readonly string[], personOf: (id: string) => PersonShown): void {
  const rules = authors
    .filter((id) => /^[\w-]+$/.test(id))
    .map((id) => {
      const { color } = personOf(id);
      return `.documentText [data-author="${id}"] { --person-light: ${avatarColorIn('light', color)}; --person-dark: ${avatarColorIn('dark', color)}; }`;
    })
    .join('\n');
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [rules]);
}
