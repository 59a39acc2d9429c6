import { wordsOf, type FoundArticle } from '../../content/article-search.ts';
import { counted } from './counted.ts';
import type { PartsLoader } from './parts-loader.ts';

/** Parts of the search: see `pages/article-search.tsx`. */
type Search = {
  readonly field: HTMLInputElement;
  readonly status: HTMLElement;
  readonly found: HTMLElement;
  readonly rest: HTMLElement;
  readonly template: HTMLTemplateElement;
};

/** Makes the search through all articles work. Its words are in the address as `q`. */
export function startArticleSearch(parts: PartsLoader): void {
  const section = document.querySelector('[data-search]');
  const field = section?.querySelector('input');
  const status = section?.querySelector<HTMLElement>('[role="status"]');
  const found = section?.querySelector('ul');
  const rest = section?.querySelector<HTMLElement>(':scope > div:last-of-type');
  const template = section?.querySelector('template');
  if (!field || !status || !found || !rest || !template) return;
  const search = { field, status, found, rest, template };
  const asked = new URLSearchParams(location.search).get('q');
  // A browser may have restored the field.
  if (asked !== null && field.value === '') field.value = asked;
  if (field.value !== '') void show(search, parts);
  field.addEventListener('input', () => {
    const address = new URL(location.href);
    if (field.value === '') address.searchParams.delete('q');
    else address.searchParams.set('q', field.value);
    history.replaceState(history.state, '', address);
    void show(search, parts);
  });
}

async function show(
  { field, status, found, rest, template }: Search,
  parts: PartsLoader,
): Promise<void> {
  const wanted = field.value;
  const isLooking = wordsOf(wanted).length > 0;
  found.hidden = !isLooking;
  rest.hidden = isLooking;
  if (!isLooking) {
    status.textContent = '';
    return;
  }
  const articles = await find(wanted, parts);
  if (field.value !== wanted) return;
  found.replaceChildren(...(articles ?? []).map((article) => copyOf(template, article)));
  const { failed = '', none = '' } = status.dataset;
  status.textContent =
    articles === null ? failed : articles.length === 0 ? none : counted(status, articles.length);
}

async function find(
  wanted: string,
  { load }: PartsLoader,
): Promise<readonly FoundArticle[] | null> {
  try {
    return await (await load()).searchArticles(wanted);
  } catch (error) {
    console.warn('A part of the page could not be loaded:', error);
    return null;
  }
}

function copyOf(
  template: HTMLTemplateElement,
  { area, title, path, excerpt, lang }: FoundArticle,
): DocumentFragment {
  const copy = template.content.cloneNode(true) as DocumentFragment;
  const link = copy.querySelector('a');
  const [first, last] = copy.querySelectorAll('p');
  if (link) [link.textContent, link.href] = [title, path];
  if (first) first.textContent = area;
  if (last) last.textContent = excerpt;
  if (lang) for (const part of [link, last]) part?.setAttribute('lang', lang);
  return copy;
}
