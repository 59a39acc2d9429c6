import type { NewProject, Project, ProjectChange } from '@longhand/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';
import { storeAnswer } from '../../api/store-answer.ts';

/** Fetches the user's active projects, last changed first. */
export function useProjects(): List<Project> {
  return useList(keys.projects, (call, cursor, signal) =>
    call('listProjects', { query: cursor }, signal),
  );
}

/** Fetches one project; no request for null. */
export function useProject(id: string | null) {
  const call = useCall();
  return useQuery({
    queryKey: keys.project(id ?? ''),
    queryFn: ({ signal }) => call('getProject', { params: { id: id ?? '' } }, signal),
    enabled: id !== null,
  });
}

/** Creates a project. */
export function useCreateProject() {
  const call = useCall();
  const store = useQueryClient();
  return useMutation({
    mutationFn: (body: NewProject) => call('createProject', { body }),
    onSuccess: () => store.invalidateQueries({ queryKey: keys.projects }),
  });
}

/** Changes the name or description of a project. */
export function useChangeProject(id: string) {
  const call = useCall();
  const store = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectChange) => call('updateProject', { params: { id }, body }),
    onSuccess: (project) => {
      storeAnswer(store, keys.project(id), project);
      return store.invalidateQueries({ queryKey: keys.projects });
    },
  });
}
