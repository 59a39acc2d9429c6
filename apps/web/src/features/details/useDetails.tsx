import { IconInfoCircle } from '@tabler/icons-react';
import type { OpenText, Side } from '../../ui/openText.ts';
import { Details } from './Details.tsx';

/** What there is to know and to set of an open document, as one of its sides. */
export function useDetails(open: OpenText): Side {
  return {
    id: 'details',
    name: 'Details',
    icon: IconInfoCircle,
    content: open.openSide === 'details' && <Details open={open} />,
  };
}
