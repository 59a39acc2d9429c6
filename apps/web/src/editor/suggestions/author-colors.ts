import { t } from '@lingui/core/macro';
import { avatarColorIn } from '@longhand/contract';
import { describedBy } from '@longhand/document';
import { useEffect } from 'react';
import type { PersonShown } from '../editor-context.ts';

/**
 * Applies the authors' colours to their suggestions in the text, and provides descriptions for
 * screen readers. One style rule and one description per author, so that typing costs nothing.
 */
export function useAuthorColors(
  authors: readonly string[],
  personOf: (id: string) => PersonShown,
): void {
  const known = authors.filter((id) => /^[\w-]+$/.test(id)).map((id) => ({ id, ...personOf(id) }));
  const rules = known
    .map(
      ({ id, color }) =>
        `.documentText [data-author="${id}"] { --person-light: ${avatarColorIn('light', color)}; --person-dark: ${avatarColorIn('dark', color)}; }`,
    )
    .join('\n');
  const sentences = JSON.stringify(
    known.map(({ id, name }) => [describedBy(id), t`Suggested by ${name}`]),
  );
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [rules]);
  useEffect(() => {
    const box = document.createElement('div');
    box.hidden = true;
    for (const [id, sentence] of JSON.parse(sentences) as [string, string][]) {
      const line = document.createElement('span');
      line.id = id;
      line.textContent = sentence;
      box.append(line);
    }
    document.body.append(box);
    return () => box.remove();
  }, [sentences]);
}
