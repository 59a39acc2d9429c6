import { IconChecklist } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { EditorContext, SidebarTab } from '../../editor/editor-context.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const ReviewSide = onDemand(() => import('./review-side.tsx'));

/** Id of this side panel. */
const side = 'review';

/** Rounds of review as a side panel. A link with `?review` opens it. */
export function useReviewSide({ document, user, openSide, onOpenSide }: EditorContext): SidebarTab {
  const [params, setParams] = useSearchParams();
  const isWanted = params.has('review');
  useEffect(() => {
    if (!isWanted) return;
    onOpenSide(side);
    const rest = new URLSearchParams(params);
    rest.delete('review');
    setParams(rest, { replace: true, preventScrollReset: true });
  }, [isWanted, params, setParams, onOpenSide]);
  return {
    id: side,
    name: 'Review',
    icon: IconChecklist,
    content: openSide === side && (
      <ReviewSide document={document} myId={user.id} onClose={() => onOpenSide(null)} />
    ),
  };
}
