import { z } from 'zod';
import { branding, brandingChange, logoVariant } from '../branding.ts';
import { endpoint } from '../endpoint.ts';

const administration = { access: 'administrator', tokens: false, rateLimit: 'calls' } as const;

const ofVariant = z.object({ variant: logoVariant });

/** Appearance of the server, set by administrators. */
export const brandingEndpoints = {
  getBranding: endpoint({
    method: 'GET',
    path: '/api/v1/admin/branding',
    summary: 'Get the name, logos, colours and links of this server',
    ...administration,
    status: 200,
    answer: branding,
    refuses: [],
  }),
  setBranding: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/branding',
    summary:
      'Change the name, colours, links and sign-in notice of this server. Colours with too little contrast are refused',
    ...administration,
    body: brandingChange,
    status: 200,
    answer: branding,
    refuses: [],
  }),
  resetBranding: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/branding',
    summary: 'Reset the appearance of this server, logos included',
    ...administration,
    status: 200,
    answer: branding,
    refuses: [],
  }),
  setLogo: endpoint({
    method: 'POST',
    path: '/api/v1/admin/branding/logos/{variant}',
    summary: 'Set the logo for the light or the dark theme: PNG or WebP',
    ...administration,
    params: ofVariant,
    takes: 'files',
    status: 200,
    answer: branding,
    refuses: ['wrong_logo'],
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/branding/logos/{variant}',
    summary: 'Remove a logo',
    ...administration,
    params: ofVariant,
    status: 200,
    answer: branding,
    refuses: [],
  }),
  getLogo: endpoint({
    method: 'GET',
    path: '/api/v1/branding/logos/{variant}',
    summary: 'Get a logo of this server',
    access: 'public',
    rateLimit: 'calls',
    guests: true,
    unconfirmed: true,
    withoutFactor: true,
    params: ofVariant,
    status: 200,
    answer: null,
    gives: 'file',
    refuses: ['not_found'],
  }),
} as const;
