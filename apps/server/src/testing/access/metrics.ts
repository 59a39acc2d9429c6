import type { metricsEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** One's own figures are everybody's; those of the server are its administrators'. */
export const metricsRows: Rows<typeof metricsEndpoints> = {
  getWritingFigures: { of: 'signed_in', status: 200 },
  getMemoryFigures: { of: 'administrator', status: 200 },
  getRequestFigures: { of: 'administrator', status: 200 },
  getErrorFigures: { of: 'administrator', status: 200 },
  getDatabaseFigures: { of: 'administrator', status: 200 },
  getLiveFigures: { of: 'administrator', status: 200 },
};
