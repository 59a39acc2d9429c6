import { IconInfoCircle } from '@tabler/icons-react';
import type { EditorContext, SidebarTab } from '../../ui/editor-context.ts';
import { Details } from './details.tsx';

/** Details and settings of an open document, as a side panel. */
export function useDetails(open: EditorContext): SidebarTab {
  return {
    id: 'details',
    name: 'Details',
    icon: IconInfoCircle,
    content: open.openSide === 'details' && <Details open={open} />,
  };
}
