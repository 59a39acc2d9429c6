import { onDemand } from '../../ui/on-demand.tsx';
import type { MoveQuestion } from './use-move-question.ts';

const Content = onDemand(() => import('./move-question-dialog.tsx'));

/** The dialog before a move that changes access. Closing it cancels the move. */
export function MoveQuestionDialog({ question }: { question: MoveQuestion }) {
  return <Content question={question} onClose={() => question.answer(false)} />;
}
