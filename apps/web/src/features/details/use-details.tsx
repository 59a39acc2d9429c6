import { IconInfoCircle } from '@tabler/icons-react';
import type { EditorContext, SidebarTab } from '../../editor/editor-context.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const Details = onDemand(() => import('./details.tsx'));

/** Details and settings of an open document, as a side panel. */
export function useDetails(open: EditorContext): SidebarTab {
  return {
    id: 'details',
    name: 'Details',
    icon: IconInfoCircle,
    content: open.openSide === 'details' && (
      <Details open={open} onClose={() => open.onOpenSide(null)} />
    ),
  };
}
