import { usualBranding, type brandingEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

const { logos: _, ...change } = usualBranding;

/** Only administrators change the branding; everyone sees the logos. */
export const brandingRows: Rows<typeof brandingEndpoints> = {
  getBranding: { of: 'administrator', status: 200 },
  setBranding: { of: 'administrator', status: 200, body: () => change },
  resetBranding: { of: 'administrator', status: 200 },
  setLogo: {
    of: 'administrator',
    status: 422,
    params: () => ({ variant: 'light' }),
    files: { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  },
  removeLogo: { of: 'administrator', status: 200, params: () => ({ variant: 'light' }) },
  getLogo: { of: 'anyone', status: 404, params: () => ({ variant: 'light' }) },
};
