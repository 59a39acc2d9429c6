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
import { ApiProvider } from './api/api-provider.tsx';
import { SessionProvider } from './session/session-provider.tsx';
import { paper, themeKey } from './theme/scheme.ts';
import { useHydrated } from './ui/use-hydrated.ts';
import { useServiceWorker } from './ui/use-service-worker.ts';
import { themeScript, useThemeOnPage } from './theme/use-theme.ts';
import { PageFailure } from './ui/page-failure.tsx';
import { ToastProvider } from './ui/toast-provider.tsx';
import './theme/palette.css';
import './theme/base.css';

/** Default title and description, for pages without their own. */
export function meta() {
  return [
    { title: 'Longhand' },
    { name: 'description', content: 'Collaborative writing and editing for modern teams.' },
  ];
}

/** Renders the HTML document around every page, including the fallback before hydration. */
export function Layout({ children }: { children: ReactNode }) {
  useThemeOnPage();
  return (
    <html lang="en" data-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content={paper.light} suppressHydrationWarning />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skipLink" href="#main">
          Skip to content
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
  useHydrated();
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

/** Placeholder for every page that is not prerendered, until the browser knows the route. */
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
