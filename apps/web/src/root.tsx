import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { serverName } from './ui/branding.ts';
import { direction, language } from './language/language.ts';
import { ApiProvider } from './api/api-provider.tsx';
import { SessionProvider } from './session/session-provider.tsx';
import { DocumentHead } from './theme/document-head.tsx';
import { themeKey } from './theme/scheme.ts';
import { useServiceWorker } from './ui/use-service-worker.ts';
import { useThemeOnPage } from './theme/use-theme.ts';
import { PageFailure } from './ui/page-failure.tsx';
import { ToastProvider } from './ui/toast-provider.tsx';
import './theme/palette.css';
import './theme/base.css';
import './theme/work.css';

/** Default title and description, for pages without their own. */
export function meta() {
  return [
    { title: serverName() },
    { name: 'description', content: t`Collaborative writing and editing for modern teams.` },
  ];
}

/** Renders the HTML document around every page, including the fallback before hydration. */
export function Layout({ children }: { children: ReactNode }) {
  useThemeOnPage();
  return (
    <html lang={language} dir={direction} data-scheme="light" suppressHydrationWarning>
      <head>
        <DocumentHead />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skipLink" href="#main">
          {t`Skip to content`}
        </a>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Keys of local storage that are preserved when signing in and out. */
const spared = [themeKey];

/** Providers of every page: server data, toasts and the session. */
export default function Root() {
  useServiceWorker();
  return (
    <ApiProvider>
      <ToastProvider>
        <SessionProvider spared={spared}>
          <Outlet />
        </SessionProvider>
      </ToastProvider>
    </ApiProvider>
  );
}

/** Placeholder of every page until the browser knows the route. */
export function HydrateFallback() {
  return <main id="main" aria-busy="true" />;
}

/** Error page for a page that throws. Typed text is stored on the device, and the page says so. */
export function ErrorBoundary() {
  const error = useRouteError();
  const said = isRouteErrorResponse(error)
    ? error.statusText
    : error instanceof Error
      ? error.message
      : '';
  return <PageFailure detail={said} />;
}
