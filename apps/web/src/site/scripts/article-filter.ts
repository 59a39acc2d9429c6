import { fold } from '../../content/article-search.ts';
import { counted } from './counted.ts';

/** Makes the fields work that filter a list of articles. */
export function startArticleFilter(): void {
  for (const section of document.querySelectorAll('[data-filter]')) {
    const [field, status] = [
      section.querySelector('input'),
      section.querySelector<HTMLElement>('[role="status"]'),
    ];
    const items = [...section.querySelectorAll('li')];
    field?.addEventListener('input', () => {
      const words = fold(field.value).split(/\s+/).filter(Boolean);
      for (const item of items) {
        const text = fold(item.textContent);
        item.hidden = !words.every((word) => text.includes(word));
      }
      const count = items.filter(({ hidden }) => !hidden).length;
      if (status) status.textContent = words.length === 0 ? '' : counted(status, count);
    });
  }
}
