/** Layout of a page: none, the checks of a signed-in user, or these with the sidebar. */
export type Layout = 'none' | 'protected' | 'work';

/** Paths of the modules that render a layout, within `src`, the outermost first. */
export const layoutModules: Readonly<Record<Layout, readonly string[]>> = {
  none: [],
  protected: ['layouts/protected-layout.tsx'],
  work: ['layouts/protected-layout.tsx', 'layouts/work-layout.tsx'],
};

/** A route of the web application. */
export type PageRoute = {
  /** Path without its leading slash. A parameter is its last segment. */
  readonly path: string;
  /** Name of the module in `pages/`. */
  readonly page: string;
  readonly layout: Layout;
};

const inLayout = (layout: Layout, pages: Readonly<Record<string, string>>): readonly PageRoute[] =>
  Object.entries(pages).map(([path, page]) => ({ path, page, layout }));

/**
 * All routes of the web application: paths and their pages. The public pages are not among them:
 * see `site/`.
 */
export const routes: readonly PageRoute[] = [
  ...inLayout('none', {
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
  ...inLayout('work', {
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
  ...inLayout('protected', {
    'new-document': 'new-document',
    'documents/:documentId': 'document',
  }),
];
