import { useLayoutEffect, type ComponentProps } from 'react';
import { useComments } from '../features/comments/use-comments.tsx';
import type { AdditionsProvider } from '../editor/editor-context.ts';

type Props = ComponentProps<AdditionsProvider>;

/** Additions for guests: comments only. */
export default function GuestDocumentAdditions({ open, onAdditions }: Props) {
  const comments = useComments(open);
  useLayoutEffect(() =>
    onAdditions(
      {
        comments: comments.cards,
        tabs: [],
        replacement: null,
        above: null,
        selectionActions: comments.selectionActions,
        threadOf: comments.threadOf,
      },
      open,
    ),
  );
  return null;
}
