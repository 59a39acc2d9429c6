import { endpoints, openApi } from '@longhand/contract';
import type { Route } from '../../http/routes.ts';
import { pageOf, type Description } from './page.ts';

/**
 * Registers the description of the API for programs and for readers. Both are created once from the
 * table of endpoints.
 */
export function apiDocsRoutes(route: Route): void {
  const description = openApi(endpoints, { title: 'Longhand', version: '1' });
  const page = new TextEncoder().encode(pageOf(description as unknown as Description));
  route(endpoints.getOpenApi, async () => description);
  route(endpoints.getDocs, async () => ({
    type: 'text/html; charset=utf-8',
    name: 'api.html',
    inline: true,
    bytes: page,
  }));
}
