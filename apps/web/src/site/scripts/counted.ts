/** Returns the text of an element with a number: see `counted-texts.ts`. */
export function counted({ dataset }: HTMLElement, count: number): string {
  const { lang: language } = document.documentElement;
  const forms = JSON.parse(dataset['counted'] ?? '{}') as Partial<Record<string, string>>;
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms['other'] ?? '';
  return form.replace('{count}', count.toLocaleString(language));
}
