import { t } from '@lingui/core/macro';
import { IconInfoCircle } from '@tabler/icons-react';
import type { EditorContext, SidePanelTab } from '../../editor/editor-context.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const Details = onDemand(() => import('./details.tsx'));

/** Details and settings of an open document, as a tab of the side panel. */
export function useDetails(open: EditorContext): SidePanelTab {
  return {
    id: 'details',
    name: t`Details`,
    icon: IconInfoCircle,
    content: open.openTabId === 'details' && (
      <Details open={open} onClose={() => open.onOpenTab(null)} />
    ),
  };
}
