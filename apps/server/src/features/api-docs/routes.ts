import { endpoints, openApi } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { pageOf, type Description } from './page.ts';

/** Returns a function that creates a value at its first call. */
function createdOnce<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | null = null;
  return () => (created ??= { value: create() }).value;
}

/**
 * Registers the description of the API for programs and for readers. Both are created once from the
 * table of endpoints, at the first request: they take a tenth of the time of a start.
 */
export function apiDocsRoutes(route: Route): void {
  const description = createdOnce(() => openApi(endpoints, { title: 'Longhand', version: '1' }));
  const page = createdOnce(() =>
    new TextEncoder().encode(pageOf(description() as unknown as Description)),
  );
  route(endpoints.getOpenApi, async () => description());
  route(endpoints.getDocs, async () => ({
    type: 'text/html; charset=utf-8',
    name: 'api.html',
    inline: true,
    bytes: page(),
  }));
}
