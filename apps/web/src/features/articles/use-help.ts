import { useEffect, useState } from 'react';
import type { Article } from '../../content/article.ts';
import { isHelpTranslated, loadHelp, originalHelp } from '../../content/help.ts';

/**
 * Returns the articles of the help center in the language of the page: null while they are loaded,
 * and in English if they cannot be loaded. English articles are part of the page.
 */
export function useHelp(): readonly Article[] | null {
  const [help, setHelp] = useState(isHelpTranslated ? null : originalHelp);
  useEffect(() => {
    if (isHelpTranslated) loadHelp().then(setHelp, () => setHelp(originalHelp));
  }, []);
  return help;
}
