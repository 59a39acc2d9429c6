import type { metricsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Users read their own metrics; administrators read those of the server. */
export const metricsRows: Rows<typeof metricsEndpoints> = {
  getWritingFigures: { of: 'signed_in', status: 200 },
  getMemoryFigures: { of: 'administrator', status: 200 },
  getRequestFigures: { of: 'administrator', status: 200 },
  getErrorFigures: { of: 'administrator', status: 200 },
  getDatabaseFigures: { of: 'administrator', status: 200 },
  getLiveFigures: { of: 'administrator', status: 200 },
};
