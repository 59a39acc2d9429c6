/** Layout around a page: none, the checks of a signed-in user, or these with the sidebar. */
export type Frame = 'none' | 'protected' | 'work';

/** A route of the web application. */
export type PageRoute = {
  /** Path without its leading slash. A parameter is its last segment. */
  readonly path: string;
  /** Name of the module in `pages/`. */
  readonly page: string;
  readonly frame: Frame;
};

const inFrame = (frame: Frame, pages: Readonly<Record<string, string>>): readonly PageRoute[] =>
  Object.entries(pages).map(([path, page]) => ({ path, page, frame }));

/**
 * All routes of the web application: paths and their pages. The public pages are not among them:
 * see `site/`.
 */
export const routes: readonly PageRoute[] = [
  ...inFrame('none', {
    auth: 'auth',
    'auth/forgot-password': 'forgot-password',
    'auth/reset-password': 'reset-password',
    'auth/provider/:providerId': 'provider',
    'auth/confirm-email': 'confirm-email',
    'data-export': 'data-export',
    invitation: 'invitation',
    guest: 'guest',
    'guest/:documentId': 'guest-document',
    'newsletter/confirm': 'confirm-newsletter',
    'newsletter/leave': 'leave-newsletter',
    'notifications/leave': 'leave-mail',
    '*': 'unknown',
  }),
  ...inFrame('work', {
    dashboard: 'dashboard',
    templates: 'dashboard',
    documents: 'documents',
    'dashboard/recent': 'recent',
    recent: 'recent',
    'dashboard/drafts': 'drafts',
    drafts: 'drafts',
    collaborators: 'collaborators',
    activity: 'activity',
    notifications: 'notifications',
    archives: 'archives',
    search: 'search',
    settings: 'settings',
    'dashboard/help-center': 'help-center',
    'help-center': 'help-center',
    'help-center/:slug': 'help-center',
    'dashboard/metrics': 'metrics',
    'dashboard/admin': 'admin',
    'dashboard/test': 'testbed',
    projects: 'projects',
    'projects/:projectId': 'project',
  }),
  ...inFrame('protected', {
    'new-document': 'new-document',
    'documents/:documentId': 'document',
  }),
];
