import { Suspense } from 'react';
import { BrowserRouter, useLocation, useRoutes } from 'react-router';
import { ApiProvider } from '../api/api-provider.tsx';
import { SessionProvider } from '../session/session-provider.tsx';
import { themeKey } from '../theme/scheme.ts';
import { useThemeOnPage } from '../theme/use-theme.ts';
import { useServiceWorker } from '../ui/use-service-worker.ts';
import { ToastProvider } from '../ui/toast-provider.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { loadModules, routeObjects } from './page-modules.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/** Keys of local storage that are preserved when signing in and out. */
const spared = [themeKey];

/** The web application: providers of all pages (server data, toasts, session), and its page. */
export function App() {
  useThemeOnPage();
  useServiceWorker();
  return (
    <BrowserRouter>
      <PageBoundary>
        <ApiProvider>
          <ToastProvider>
            <SessionProvider spared={spared}>
              <Suspense fallback={<main id="main" aria-busy="true" />}>
                <Page />
              </Suspense>
            </SessionProvider>
          </ToastProvider>
        </ApiProvider>
      </PageBoundary>
    </BrowserRouter>
  );
}

/**
 * The page of the URL. After a navigation, the previous page is shown until the modules of the next
 * one are loaded.
 */
function Page() {
  useScrollRestoration();
  const { pathname } = useLocation();
  // All at once: a layout renders its page only when it is loaded itself. Failures are those of
  // the components.
  loadModules(pathname).catch(() => undefined);
  return useRoutes(routeObjects);
}
