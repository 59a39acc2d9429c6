import type { OpenText, Side } from '../../ui/openText.ts';
import { Details } from './Details.tsx';

/** What there is to know and to set of an open document, as one of its sides. */
export function useDetails(open: OpenText): Side {
  return { id: 'details', name: 'Details', count: null, content: open.openSide === 'details' && <Details open={open} /> };
}
