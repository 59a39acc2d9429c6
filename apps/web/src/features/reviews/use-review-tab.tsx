import { t } from '@lingui/core/macro';
import { IconChecklist } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { EditorContext, SidePanelTab } from '../../editor/editor-context.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const ReviewTab = onDemand(() => import('./review-tab.tsx'));

/** Id of this tab. */
const tabId = 'review';

/** Rounds of review as a tab of the side panel. A link with `?review` opens it. */
export function useReviewTab({
  document,
  user,
  openTabId,
  onOpenTab,
}: EditorContext): SidePanelTab {
  const [params, setParams] = useSearchParams();
  const isWanted = params.has('review');
  useEffect(() => {
    if (!isWanted) return;
    onOpenTab(tabId);
    const rest = new URLSearchParams(params);
    rest.delete('review');
    setParams(rest, { replace: true, preventScrollReset: true });
  }, [isWanted, params, setParams, onOpenTab]);
  return {
    id: tabId,
    name: t`Review`,
    icon: IconChecklist,
    content: openTabId === tabId && (
      <ReviewTab document={document} myId={user.id} onClose={() => onOpenTab(null)} />
    ),
  };
}
