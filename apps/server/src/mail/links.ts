/**
 * URLs of the pages that mails link to.
 *
 * Secrets are in the fragment (`#`), which servers, proxies and logs do not see. The base is the
 * configured URL or the server's own address, never the `Host` of a request. Otherwise a stranger
 * could have a secret mailed with a link to their own server.
 */
export interface Links {
  resetPassword(token: string): string;
  confirmEmail(token: string): string;
  /** Page where users download their data. */
  userExport(token: string): string;
  invitation(token: string): string;
  confirmNewsletter(token: string): string;
  leaveNewsletter(token: string): string;
  /** Page where guests join. */
  guest(token: string): string;
  /** Page of the user's notifications. */
  inbox(): string;
  document(documentId: string): string;
  /** Page with a path of the product, which begins with a slash. */
  page(path: string): string;
  /**
   * Page that ends notification mail, and the address by which mail programs do the same. The
   * latter has the secret in its path, because programs omit the fragment.
   */
  leaveMail(token: string): string;
  leaveMailAtOnce(token: string): string;
  /** Home page of the product. */
  home(): string;
}

/**
 * Creates {@link Links}. `baseUrl` returns scheme, host and port without a trailing slash. It is
 * called each time.
 */
export function createLinks(baseUrl: () => string): Links {
  const withToken = (path: string) => (token: string) => `${baseUrl()}${path}#token=${token}`;
  return {
    resetPassword: withToken('/auth/reset-password'),
    confirmEmail: withToken('/auth/confirm-email'),
    userExport: withToken('/data-export'),
    invitation: withToken('/invitation'),
    confirmNewsletter: withToken('/newsletter/confirm'),
    leaveNewsletter: withToken('/newsletter/leave'),
    guest: withToken('/guest'),
    inbox: () => `${baseUrl()}/notifications`,
    document: (documentId) => `${baseUrl()}/documents/${documentId}`,
    page: (path) => `${baseUrl()}${path}`,
    leaveMail: withToken('/notifications/leave'),
    leaveMailAtOnce: (token) => `${baseUrl()}/api/v1/notifications/leave/${token}`,
    home: () => `${baseUrl()}/`,
  };
}
