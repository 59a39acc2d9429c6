import type { QueryClient } from '@tanstack/react-query';
import { changeCached } from '../../api/change-cached.ts';
import { keys } from '../../api/keys.ts';

type Titled = { readonly id: string; readonly title: string };
type Pages = { readonly pages: readonly { readonly items: readonly unknown[] }[] };

/** Updates a document's title in all cached lists, which need not be fetched for it. */
export function renameInLists(store: QueryClient, document: Titled): void {
  for (const { queryKey, state } of store.getQueryCache().findAll({ queryKey: keys.documents }))
    if (renamedIn(state.data, document) !== state.data)
      changeCached(store, queryKey, (list: unknown) => renamedIn(list, document));
}

/** Returns a cached list of documents with a document's title. */
export function renamedIn(list: unknown, { id, title }: Titled): unknown {
  if (
    !isPages(list) ||
    !list.pages.some(({ items }) => items.some((item) => isOther(item, id, title)))
  )
    return list;
  const renamed = (item: unknown): unknown =>
    isOther(item, id, title) ? { ...item, title } : item;
  return {
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: page.items.map(renamed) })),
  };
}

function isPages(list: unknown): list is Pages {
  return typeof list === 'object' && list !== null && 'pages' in list && Array.isArray(list.pages);
}

/** True for the same document with another title. */
function isOther(item: unknown, id: string, title: string): item is Titled {
  if (typeof item !== 'object' || item === null || !('id' in item) || !('title' in item))
    return false;
  return item.id === id && item.title !== title;
}
