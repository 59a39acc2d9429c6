import { paper, themeScript } from './scheme.ts';

/** The part of the head that all pages share. Its script sets the theme before the first paint. */
export function DocumentHead() {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <meta name="theme-color" content={paper.light} suppressHydrationWarning />
      <script dangerouslySetInnerHTML={{ __html: themeScript }} />
    </>
  );
}
