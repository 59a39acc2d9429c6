import { layout, route, type RouteConfig } from '@react-router/dev/routes';

/**
 * All routes of the web application. The public pages are built without it: see `site/`.
 */
export default [
  route('auth', 'pages/auth.tsx'),
  route('auth/forgot-password', 'pages/forgot-password.tsx'),
  route('auth/reset-password', 'pages/reset-password.tsx'),
  route('auth/provider/:providerId', 'pages/provider.tsx'),
  route('auth/confirm-email', 'pages/confirm-email.tsx'),
  route('data-export', 'pages/data-export.tsx'),
  route('invitation', 'pages/invitation.tsx'),
  route('guest', 'pages/guest.tsx'),
  route('guest/:documentId', 'pages/guest-document.tsx'),
  route('newsletter/confirm', 'pages/confirm-newsletter.tsx'),
  route('newsletter/leave', 'pages/leave-newsletter.tsx'),
  route('notifications/leave', 'pages/leave-mail.tsx'),
  layout('layouts/protected-layout.tsx', [
    layout('layouts/work-layout.tsx', [
      route('dashboard', 'pages/dashboard.tsx', { id: 'dashboard' }),
      route('templates', 'pages/dashboard.tsx', { id: 'templates' }),
      route('documents', 'pages/documents.tsx'),
      route('dashboard/recent', 'pages/recent.tsx', { id: 'dashboard-recent' }),
      route('recent', 'pages/recent.tsx', { id: 'recent' }),
      route('dashboard/drafts', 'pages/drafts.tsx', { id: 'dashboard-drafts' }),
      route('drafts', 'pages/drafts.tsx', { id: 'drafts' }),
      route('collaborators', 'pages/collaborators.tsx'),
      route('activity', 'pages/activity.tsx'),
      route('notifications', 'pages/notifications.tsx'),
      route('archives', 'pages/archives.tsx'),
      route('search', 'pages/search.tsx'),
      route('settings', 'pages/settings.tsx'),
      route('dashboard/help-center', 'pages/help-center.tsx', { id: 'dashboard-help' }),
      route('help-center', 'pages/help-center.tsx', { id: 'help' }),
      route('help-center/:slug', 'pages/help-center.tsx', { id: 'help-article' }),
      route('dashboard/metrics', 'pages/metrics.tsx'),
      route('dashboard/admin', 'pages/admin.tsx'),
      route('dashboard/test', 'pages/testbed.tsx'),
      route('projects', 'pages/projects.tsx'),
      route('projects/:projectId', 'pages/project.tsx'),
    ]),
    route('new-document', 'pages/new-document.tsx'),
    route('documents/:documentId', 'pages/document.tsx'),
  ]),
  route('*', 'pages/unknown.tsx'),
] satisfies RouteConfig;
