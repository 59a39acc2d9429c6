import { groupColor, limits, type GroupAccess, type Person } from '@longhand/contract';
import { keys } from './keys.ts';
import { useList, type List } from './use-list.ts';

/** Fetches the groups with a role in a document, through its project or by direct sharing. */
export function useDocumentGroups(documentId: string): List<GroupAccess> {
  return useList(keys.objectGroups('document', documentId), (call, cursor, signal) =>
    call('listDocumentGroups', { params: { id: documentId }, query: cursor }, signal),
  );
}

/**
 * Returns the groups that can be mentioned in the form of people: the handle takes the place of the
 * username.
 */
export function mentionableGroups(groups: readonly GroupAccess[]): Person[] {
  return groups
    .filter(({ group }) => group.memberCount <= limits.groupMentionMax)
    .map(({ group: { id, name, handle } }) => ({
      id,
      name,
      username: handle,
      avatarColor: groupColor,
    }));
}
