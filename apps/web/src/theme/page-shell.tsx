import { directionOf, productName } from '@longhand/contract';
import { DocumentHead } from './document-head.tsx';

type Props = {
  language: string;
  /** Texts of the page in its language. */
  texts: { readonly skip: string; readonly description: string };
  /** Inline script that runs before the style sheets are loaded; none in development. */
  script?: string | undefined;
  /** URLs of modules that the page preloads; none if its script does. */
  modules?: readonly string[] | undefined;
  /** URL of the script with the translations; none for English. */
  catalog?: string | undefined;
  styles: readonly string[];
  /** URL of the module that renders the page. */
  entry: string;
};

/**
 * The HTML document of a page of the application, before its scripts run. Rendered by the build
 * only. The scripts render the page in `#app`.
 */
export function PageShell({ language, texts, script, modules, catalog, styles, entry }: Props) {
  return (
    <html lang={language} dir={directionOf(language)} data-scheme="light">
      <head>
        <DocumentHead />
        <title>{productName}</title>
        <meta name="description" content={texts.description} />
        {script !== undefined && <script dangerouslySetInnerHTML={{ __html: script }} />}
        {modules?.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {/* Without `async`: modules run when the translations are there. */}
        {catalog !== undefined && <script src={catalog} />}
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <a className="skipLink" href="#main">
          {texts.skip}
        </a>
        <div id="app">
          <main id="main" aria-busy="true" />
        </div>
        <script type="module" src={entry} />
      </body>
    </html>
  );
}
