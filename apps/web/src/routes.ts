import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Every address of the browser's side, from the public ones to those behind the sign-in. Source: specification, section 2. */
export default [
  layout('layouts/PublicLayout.tsx', [
    index('pages/landing.tsx'),
    route('home', 'pages/home.tsx'),
    route('about', 'pages/about.tsx'),
    route('blog', 'pages/blog.tsx'),
    route('blog/:slug', 'pages/blogArticle.tsx'),
    route('integrations', 'pages/integrations.tsx'),
    route('press', 'pages/press.tsx'),
    route('faq', 'pages/faq.tsx'),
    route('guides', 'pages/guides.tsx'),
    route('guides/:slug', 'pages/guidesArticle.tsx'),
    route('documentation', 'pages/documentation.tsx'),
    route('documentation/:slug', 'pages/documentationArticle.tsx'),
    route('careers', 'pages/careers.tsx', { id: 'careers' }),
    route('careers/apply', 'pages/careers.tsx', { id: 'careers-apply' }),
    route('careers/apply/general', 'pages/careers.tsx', { id: 'careers-apply-general' }),
    route('help-center/public', 'pages/publicHelp.tsx'),
    route('help-center/public/:slug', 'pages/publicHelpArticle.tsx'),
    route('privacy-policy', 'pages/privacyPolicy.tsx'),
    route('terms-of-service', 'pages/termsOfService.tsx'),
    route('cookie-policy', 'pages/cookiePolicy.tsx'),
  ]),
  route('auth', 'pages/auth.tsx'),
  route('auth/forgot-password', 'pages/forgotPassword.tsx'),
  route('auth/reset-password', 'pages/resetPassword.tsx'),
  route('auth/confirm-email', 'pages/confirmEmail.tsx'),
  route('invitation', 'pages/invitation.tsx'),
  route('newsletter/confirm', 'pages/confirmNewsletter.tsx'),
  route('newsletter/leave', 'pages/leaveNewsletter.tsx'),
  layout('layouts/ProtectedLayout.tsx', [
    layout('layouts/WorkLayout.tsx', [
      route('dashboard', 'pages/dashboard.tsx'),
      route('projects', 'pages/projects.tsx'),
      route('projects/:projectId', 'pages/project.tsx'),
    ]),
    route('new-document', 'pages/newDocument.tsx'),
    route('documents/:documentId', 'pages/document.tsx'),
  ]),
  route('*', 'pages/unknown.tsx'),
] satisfies RouteConfig;
