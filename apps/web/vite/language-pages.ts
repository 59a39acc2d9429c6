import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionOf, languages } from '@longhand/contract';
import { catalogName, readTranslations } from './languages.ts';

/** The beginning of the element around every page. */
const root = '<html lang="en" dir="ltr"';
/** The first file that a page names: all its modules run later. */
const firstFile = '<link rel="stylesheet"';
/** Texts of the pages, which are shown before any script runs. */
const texts = ['Skip to content', 'Collaborative writing and editing for modern teams.'];

/** Parts of a page that depend on the language. `texts`: the translations of {@link texts}. */
type Wording = { language: string; catalog: string; texts: ReadonlyMap<string, string> };

/**
 * Returns a page in another language. It names the script with the translations in front of its
 * modules, and without `async`: they run when the translations are there.
 *
 * @throws if the page has another form than expected
 */
function inLanguage(html: string, { language, catalog, texts: translated }: Wording): string {
  if (!html.includes(root) || !html.includes(firstFile))
    throw new Error('a page of the application has another form than expected');
  const worded = [...translated].reduce(
    (page, [text, translation]) =>
      page.replace(`>${text}<`, `>${translation}<`).replace(`"${text}"`, `"${translation}"`),
    html,
  );
  return worded
    .replace(root, `<html lang="${language}" dir="${directionOf(language)}"`)
    .replace(firstFile, `<script src="/assets/${catalog}"></script>${firstFile}`);
}

/**
 * Writes each page of the application once per language, beside the English one: `_.de.html` beside
 * `_.html`. The server selects by the language of the user or of the browser.
 */
export async function writeLanguagePages(folder: string): Promise<void> {
  const assets = readdirSync(join(folder, 'assets'));
  const routes = readdirSync(join(folder, '__routes'), { recursive: true, encoding: 'utf8' });
  const pages = [
    '__spa-fallback.html',
    ...routes.filter((name) => name.endsWith('.html')).map((name) => join('__routes', name)),
  ];
  for (const language of languages.filter((each) => each !== 'en')) {
    const catalog = assets.find(
      (name) => name.startsWith(`${catalogName(language)}-`) && name.endsWith('.js'),
    );
    if (catalog === undefined) throw new Error(`The translations of ${language} were not built.`);
    const known = await readTranslations(language);
    const shown = known.filter(({ source }) => texts.includes(source));
    const wording = {
      language,
      catalog,
      texts: new Map(shown.map(({ source, text }) => [source, text])),
    };
    for (const page of pages) {
      const html = readFileSync(join(folder, page), 'utf8');
      const place = join(folder, page.replace(/\.html$/, `.${language}.html`));
      writeFileSync(place, inLanguage(html, wording));
    }
  }
}
