import { endpoints } from '@longhand/contract';
import { readBranding } from '../../db/branding.ts';
import type { Route } from '../../http/routes.ts';
import { readUploads } from '../../http/uploads.ts';
import {
  logoBytesMax,
  readLogo,
  removeLogo,
  resetBranding,
  setBranding,
  setLogo,
  type BrandingDeps,
} from './service.ts';

/** Registers the routes of the branding. */
export function brandingRoutes(route: Route, deps: BrandingDeps): void {
  route(endpoints.getBranding, () => readBranding(deps.db));
  route(endpoints.setBranding, ({ user, body }) => setBranding(deps, user.id, body));
  route(endpoints.resetBranding, ({ user }) => resetBranding(deps, user.id));
  route(endpoints.setLogo, ({ user, params, request }) => {
    const uploads = readUploads(request, { filesMax: 1, bytesMax: logoBytesMax });
    return setLogo(deps, user.id, { variant: params.variant, uploads });
  });
  route(endpoints.removeLogo, ({ user, params }) => removeLogo(deps, user.id, params.variant));
  route(endpoints.getLogo, ({ params, reply }) => {
    // Pages name a logo with the time of its last change.
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    return readLogo(deps.db, params.variant);
  });
}
