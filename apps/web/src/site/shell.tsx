import type { ReactNode } from 'react';
import { DocumentHead } from '../theme/document-head.tsx';
import { SiteFooter } from './frame/footer.tsx';
import { SiteHeader } from './frame/header.tsx';
import type { MetaTag } from './site-meta.ts';
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
};

type Props = {
  account: PageVariant;
  meta: readonly MetaTag[];
  files: SiteFiles;
  children: ReactNode;
};

/** The HTML document of a public page: header, content, footer, and one inline script. */
export function SiteShell({ account, meta, files, children }: Props) {
  return (
    <html lang="en" data-scheme="light" data-account={account}>
      <head>
        <DocumentHead />
        {meta.map((tag) => (
          <Tag key={JSON.stringify(tag)} tag={tag} />
        ))}
        {files.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <a className="skipLink" href="#main">
          Skip to content
        </a>
        <div className="sitePage">
          <SiteHeader />
          {children}
          <SiteFooter />
        </div>
        <p className="siteNotice float" role="alert" data-notice hidden>
          The server cannot be reached. Check the connection and try again.
        </p>
        <script data-parts={files.parts} dangerouslySetInnerHTML={{ __html: files.script }} />
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
