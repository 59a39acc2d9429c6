import { useMemo } from 'react';
import { mentionableGroups, useDocumentGroups } from '../../api/use-document-groups.ts';
import { useDocumentPeople } from '../../api/use-document-people.ts';
import type { EditorContext } from '../../editor/editor-context.ts';
import type { CommentContext } from './comment-context.ts';
import { draftName } from './use-draft.ts';
import { useCommentCalls } from './use-threads.ts';

/**
 * Returns the context of comments for the open document; the same object until something changes.
 */
export function useCommentContext({ document, user, link }: EditorContext): CommentContext {
  const { id: documentId, rights } = document;
  const calls = useCommentCalls(documentId, link);
  const { items } = useDocumentPeople(documentId);
  const { items: groups } = useDocumentGroups(documentId);
  const isActive = document.archivedAt === null && document.deletedAt === null;
  return useMemo(() => {
    const people = items.filter(({ through }) => through !== 'link').map((each) => each.user);
    return {
      documentId,
      myId: user.id,
      // Also in a locked document, whose text is read-only.
      mayComment: rights.comment,
      mayModerate: rights.moderate,
      isActive,
      people,
      mentionable: [...people, ...mentionableGroups(groups)],
      calls,
      draftName: (where) => draftName(user.id, documentId, where),
    };
  }, [documentId, rights, user.id, isActive, items, groups, calls]);
}
