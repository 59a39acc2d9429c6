import type { Activity, Names } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';

/**
 * Returns the names of the user's collaborators and projects, and of the authors of the given
 * activity.
 */
export function useNames(
  activities: readonly Activity[],
  known: readonly { id: string; name: string }[],
): Names {
  const shared = useList(keys.sharedWork, (call, cursor, signal) =>
    call('listCollaborators', { query: cursor }, signal),
  );
  const projects = useList(keys.projects, (call, cursor, signal) =>
    call('listProjects', { query: cursor }, signal),
  );
  const people = [
    ...activities.map(({ actor }) => actor),
    ...shared.items.map(({ user }) => user),
    ...known,
  ];
  const personNames = new Map(people.map(({ id, name }) => [id, name]));
  const projectNames = new Map([...projects.items, ...known].map(({ id, name }) => [id, name]));
  return {
    person: (id) => personNames.get(id) ?? null,
    project: (id) => projectNames.get(id) ?? null,
  };
}
