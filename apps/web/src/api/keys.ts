/** Query keys. A change invalidates all keys with the same prefix. */
export const keys = {
  settings: ['settings'],
  documents: ['documents'],
  recentDocuments: ['documents', 'recent'],
  /** The first few entries: different data from the whole list, so a different key. */
  fewRecentDocuments: ['documents', 'recent', 'few'],
  lastDocuments: ['documents', 'recent', 'last'],
  drafts: ['documents', 'drafts'],
  archivedDocuments: ['documents', 'archived'],
  archivedProjects: ['projects', 'archived'],
  templates: ['documents', 'templates'],
  search: (words: string, type: string) => ['search', words, type],
  metrics: (name: string, hours: number) => ['metrics', name, hours],
  admin: (what: string) => ['admin', what],
  sessions: ['sessions'],
  tokens: ['tokens'],
  signInMethods: ['sign-in-methods'],
  factors: ['factors'],
  document: (id: string) => ['document', id],
  versions: (documentId: string) => ['document', documentId, 'versions'],
  version: (documentId: string, versionId: string) => ['version', documentId, versionId],
  /**
   * Separate from the document's key: it continues where it ended, when there is text that it does
   * not contain.
   */
  news: (documentId: string) => ['news', documentId],
  /** Below the document's key: another guest may have lost access since. */
  formerPeople: (documentId: string) => ['document', documentId, 'former-people'],
  authors: (documentId: string) => ['authors', documentId],
  /** Separate from the document's key: the live channel announces each change of a thread. */
  comments: (documentId: string) => ['comments', documentId],
  reviews: (documentId: string) => ['document', documentId, 'reviews'],
  workingCopy: (documentId: string) => ['document', documentId, 'working-copy'],
  guest: ['guest'],
  guestLink: (token: string) => ['guest-link', token],
  guestLinks: (documentId: string) => ['guest-links', documentId],
  notifications: ['inbox', 'notifications'],
  unreadNotifications: ['inbox', 'unread'],
  notificationSettings: ['notification-settings'],
  watch: (kind: 'document' | 'project', id: string) => ['watch', kind, id],
  waitingRequests: ['inbox', 'requests'],
  waitingSuggestions: ['inbox', 'suggestions'],
  waitingReviews: ['inbox', 'reviews'],
  projects: ['projects'],
  project: (id: string) => ['project', id],
  projectDocuments: (id: string) => ['documents', 'in', id],
  documentsLike: (filter: Readonly<Record<string, string>>) => ['documents', 'like', filter],
  tags: ['documents', 'tags'],
  someTags: ['documents', 'tags', 'some'],
  collaborators: (projectId: string) => ['collaborators', projectId],
  documentCollaborators: (documentId: string) => ['collaborators', 'of', documentId],
  /** Below the collaborators' key, because groups are collaborators. */
  objectGroups: (kind: 'project' | 'document', id: string) => ['collaborators', 'groups', kind, id],
  groups: ['groups'],
  groupMembers: (groupId: string) => ['group', groupId, 'members'],
  sharedWork: ['collaborators', 'shared'],
  allCollaborators: ['collaborators'],
  activity: ['activity'],
  latestActivity: ['activity', 'latest'],
  projectActivity: (projectId: string) => ['activity', 'in', projectId],
  /** Prefix of single projects. */
  eachProject: ['project'],
  /** Prefix of single documents. */
  eachDocument: ['document'],
  allMetrics: ['metrics'],
  inbox: ['inbox'],
  jobs: ['jobs'],
  job: (id: string) => ['jobs', id],
  /** Below the collaborators' key, because an accepted invitation is activity. */
  invitations: (projectId: string) => ['collaborators', 'invitations', projectId],
  waiting: ['inbox', 'waiting'],
  announcements: ['announcements'],
} as const;
