import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { direction, language } from '../language/language.ts';
import { DocumentHead } from '../theme/document-head.tsx';
import { SiteFooter } from './frame/footer.tsx';
import { SiteHeader } from './frame/header.tsx';
import { siteMeta, type MetaTag, type PageFacts } from './site-meta.ts';
import './frame/frame.css';

/** Visitor for whom a variant of a page is built: with or without a session cookie. */
export type PageVariant = 'visitor' | 'member';

/** Files of the build that a public page names. */
export type SiteFiles = {
  /** URLs of the style sheets. */
  readonly styles: readonly string[];
  /** Text of the page's script. */
  readonly script: string;
  /** URLs of modules that the page loads; in development only. */
  readonly modules?: readonly string[];
  /** URL of the module that loads the interactive parts. */
  readonly parts: string;
  /** URLs of the scripts with the translations of the interactive parts, in their order. */
  readonly catalogs: readonly string[];
  /** Languages in which the public pages are built. */
  readonly languages: readonly string[];
};

type Props = {
  account: PageVariant;
  facts: PageFacts;
  files: SiteFiles;
  children: ReactNode;
};

/** The HTML document of a public page: header, content, footer, and one inline script. */
export function SiteShell({ account, facts, files, children }: Props) {
  return (
    <html lang={language} dir={direction} data-scheme="light" data-account={account}>
      <head>
        <DocumentHead />
        {siteMeta(facts, files.languages).map((tag) => (
          <Tag key={JSON.stringify(tag)} tag={tag} />
        ))}
        {files.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <a className="skipLink" href="#main">
          {t`Skip to content`}
        </a>
        <div className="sitePage">
          <SiteHeader />
          {children}
          <SiteFooter languages={files.languages} />
        </div>
        <p className="siteNotice float" role="alert" data-notice hidden>
          {t`The server cannot be reached. Check the connection and try again.`}
        </p>
        <script
          data-parts={files.parts}
          data-catalogs={files.catalogs.join(' ') || undefined}
          dangerouslySetInnerHTML={{ __html: files.script }}
        />
        {files.modules?.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </body>
    </html>
  );
}

function Tag({ tag }: { tag: MetaTag }) {
  if ('title' in tag) return <title>{tag.title}</title>;
  if ('tagName' in tag) {
    const { tagName: Link, ...link } = tag;
    return <Link {...link} />;
  }
  return <meta {...tag} />;
}
