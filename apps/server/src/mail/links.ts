/**
 * The addresses of the pages to which mail leads. A secret stands behind `#`, where no server, proxy or log sees it.
 * They begin with what the operator has set, or with the address the server answers on, and never with what a request says its
 * host is: else a stranger could have a secret mailed that leads to them.
 */
export interface Links {
  resetPassword(token: string): string;
  confirmEmail(token: string): string;
  invitation(token: string): string;
  confirmNewsletter(token: string): string;
  leaveNewsletter(token: string): string;
  /** The way in for guests. */
  guest(token: string): string;
  /** What somebody is told of, in the page. */
  inbox(): string;
  /** A document; `query` leads to a thread or a side of it. */
  document(documentId: string, query: string): string;
  project(projectId: string): string;
  /** The page that ends mail of notifications, and the address by which a mail program does the same: the secret stands in its path, because a program leaves out what is behind `#`. */
  leaveMail(token: string): string;
  leaveMailAtOnce(token: string): string;
  /** The product itself. */
  home(): string;
}

/** Makes {@link Links}. `baseUrl` answers scheme, host and port without a last slash; it is asked each time. */
export function createLinks(baseUrl: () => string): Links {
  const withToken = (path: string) => (token: string) => `${baseUrl()}${path}#token=${token}`;
  return {
    resetPassword: withToken('/auth/reset-password'),
    confirmEmail: withToken('/auth/confirm-email'),
    invitation: withToken('/invitation'),
    confirmNewsletter: withToken('/newsletter/confirm'),
    leaveNewsletter: withToken('/newsletter/leave'),
    guest: withToken('/guest'),
    inbox: () => `${baseUrl()}/notifications`,
    document: (documentId, query) => `${baseUrl()}/documents/${documentId}${query}`,
    project: (projectId) => `${baseUrl()}/projects/${projectId}`,
    leaveMail: withToken('/notifications/leave'),
    leaveMailAtOnce: (token) => `${baseUrl()}/api/v1/notifications/leave/${token}`,
    home: () => `${baseUrl()}/`,
  };
}
