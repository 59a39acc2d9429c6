import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { publicPages } from './public-pages.tsx';
import { SiteShell, type PageVariant, type SiteFiles } from './shell.tsx';
import '../theme/palette.css';
import '../theme/base.css';

/**
 * Returns the islands, which a press loads. Not called: the style sheet of the build has the rules
 * of all modules that are named here.
 */
export const islands = () => [import('./islands/host.tsx'), import('./islands/sheet.tsx')];

/** Paths of the public pages. */
export const publicPaths: readonly string[] = publicPages.map(({ path }) => path);

/** A built public page in its two variants: for visitors, and for browsers with a session. */
export type BuiltPage = { readonly path: string } & Readonly<Record<PageVariant, string>>;

/**
 * Renders all public pages to HTML, for a build with these files. Their language is that of
 * `languageCatalog` when this module was loaded.
 */
export function renderSite(files: SiteFiles): readonly BuiltPage[] {
  return publicPages.map(({ path, facts, content }) => {
    const htmlFor = (account: PageVariant): string =>
      `<!DOCTYPE html>${renderToStaticMarkup(
        <StaticRouter location={path}>
          <SiteShell account={account} facts={facts} files={files}>
            {content}
          </SiteShell>
        </StaticRouter>,
      )}`;
    return { path, visitor: htmlFor('visitor'), member: htmlFor('member') };
  });
}
