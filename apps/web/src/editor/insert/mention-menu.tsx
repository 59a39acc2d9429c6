import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { IconFileText, IconUsersGroup } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { mentionableGroups, useDocumentGroups } from '../../api/use-document-groups.ts';
import { useDocumentPeople } from '../../api/use-document-people.ts';
import { displayTitle } from '../../language/display-title.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { InsertMenu, type Choice } from './insert-menu.tsx';
import { insertionsLike } from './insertions.ts';
import { triggerQueryOf, type TriggerQuery } from './trigger-menu.ts';
import { useEditorValue } from '../use-editor-value.ts';

/** Maximum number of items per group. */
const most = 6;

/** Debounce of the document search (ms). */
const pause = 150;

/** Menu of users, groups and documents at the caret after an at sign. */
export function MentionMenu({ editor, documentId }: { editor: Editor; documentId: string }) {
  const typed = useEditorValue(editor, () => triggerQueryOf(editor.state));
  const isOpen = typed?.trigger === '@';
  const people = useDocumentPeople(documentId).items;
  const groups = useDocumentGroups(documentId).items;
  const documents = useDocuments(isOpen ? (typed?.query ?? '') : null);
  const choicesFor = (query: string): readonly Choice[] => {
    const persons = people.map(({ user }) => ({ ...user, words: user.username }));
    return [
      ...insertionsLike(persons, query)
        .slice(0, most)
        .map(({ id, name, username, avatarColor }) => ({
          id,
          group: t`People`,
          name,
          icon: <Avatar name={name} color={avatarColor} label={null} size={20} />,
          hint: `@${username}`,
          take: take(editor, { of: 'person', id, name }),
        })),
      ...insertionsLike(
        mentionableGroups(groups).map((group) => ({ ...group, words: group.username })),
        query,
      )
        .slice(0, most)
        .map(({ id, name, username }) => ({
          id,
          group: t`Groups`,
          name,
          icon: <IconUsersGroup size={18} stroke={1.6} />,
          hint: `@${username}`,
          take: take(editor, { of: 'person', id, name }),
        })),
      ...documents
        .filter(({ id }) => id !== documentId)
        .slice(0, most)
        .map(({ id, title }) => ({
          id,
          group: t`Documents`,
          name: displayTitle(title),
          icon: <IconFileText size={18} stroke={1.6} />,
          hint: '',
          take: take(editor, { of: 'document', id, name: displayTitle(title) }),
        })),
    ];
  };
  return (
    <InsertMenu
      editor={editor}
      trigger="@"
      label={t`People, groups and documents`}
      choicesFor={choicesFor}
    />
  );
}

type Mentioned = { readonly of: 'person' | 'document'; readonly id: string; readonly name: string };

const take =
  (editor: Editor, attrs: Mentioned) =>
  ({ from, to }: TriggerQuery): void => {
    const { doc } = editor.state;
    const next = doc.textBetween(to, Math.min(to + 1, doc.resolve(to).end()));
    const isSpaced = /^[\s.,;:!?)\]}…]/.test(next);
    editor
      .chain()
      .focus()
      .deleteRange({ from, to })
      .insertContent([
        { type: 'mention', attrs },
        ...(isSpaced ? [] : [{ type: 'text', text: ' ' }]),
      ])
      .run();
  };

/**
 * Documents whose title matches the query, newest first; null sends no request. Until the server
 * responds, the previous result is filtered by the query. Enter takes the visible item, and the
 * list does not flicker with each key press.
 */
function useDocuments(query: string | null): readonly { id: string; title: string }[] {
  const call = useCall();
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), query === null || query === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [query]);
  const q = (settled ?? '').trim();
  const { data, isPlaceholderData } = useQuery({
    queryKey: keys.documentsLike({ mention: q }),
    queryFn: ({ signal }) =>
      call('listDocuments', { query: { limit: most + 1, ...(q !== '' && { q }) } }, signal),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  if (settled === null || query === null) return [];
  if (settled === query && !isPlaceholderData) return found;
  return insertionsLike(
    found.map((document) => ({ ...document, name: displayTitle(document.title), words: '' })),
    query,
  );
}
