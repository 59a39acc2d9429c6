/** The keys under which answers are kept, so that a change knows what it makes old: all that begins with the same words. */
export const keys = {
  settings: ['settings'],
  plans: ['plans'],
  documents: ['documents'],
  document: (id: string) => ['document', id],
  projects: ['projects'],
  project: (id: string) => ['project', id],
  projectDocuments: (id: string) => ['documents', 'in', id],
  collaborators: (projectId: string) => ['collaborators', projectId],
} as const;
