import { IconInfoCircle } from '@tabler/icons-react';
import type { OpenText, Side } from '../../ui/openText.ts';
import { Details } from './Details.tsx';

/** Details and settings of an open document, as a side panel. */
export function useDetails(open: OpenText): Side {
  return {
    id: 'details',
    name: 'Details',
    icon: IconInfoCircle,
    content: open.openSide === 'details' && <Details open={open} />,
  };
}
