import { usualRules, type rulesEndpoints } from '@longhand/contract';
import type { Rows } from './row.ts';

/** Only administrators set the rules. */
export const rulesRows: Rows<typeof rulesEndpoints> = {
  getRules: { of: 'administrator', status: 200 },
  setRules: { of: 'administrator', status: 200, body: () => usualRules },
};
