import { language } from '../language/language.ts';

/** Numbers of which each plural category of every language has one. */
const examples = 200;

/**
 * Returns the forms of a text with a number, by plural category, as JSON. The script of the page
 * has no translations: it inserts the number for `{count}` (`scripts/counted.ts`).
 *
 * @param textWith the text with a number
 */
export function countedTexts(textWith: (count: number) => string): string {
  const rules = new Intl.PluralRules(language);
  const forms: Record<string, string> = {};
  for (let count = 1; count <= examples; count += 1)
    forms[rules.select(count)] ??= textWith(count).replace(
      count.toLocaleString(language),
      '{count}',
    );
  return JSON.stringify(forms);
}
