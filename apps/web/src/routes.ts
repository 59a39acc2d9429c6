import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Every address of the browser's side, from the public ones to those behind the sign-in. Source: specification, section 2. */
export default [
  layout('layouts/PublicLayout.tsx', [index('pages/landing.tsx'), route('home', 'pages/home.tsx')]),
  route('auth', 'pages/auth.tsx'),
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
