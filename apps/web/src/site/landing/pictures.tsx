import { t } from '@lingui/core/macro';
import { i18n } from '../../language/language.ts';
import classes from './pictures.module.css';

/** A screenshot of the running product, taken by `npm run pictures`. */
type Screen = { readonly file: string; readonly alt: string; readonly caption: string };

const screens: readonly Screen[] = [
  {
    file: 'document',
    alt: t`A document titled “Letter to our readers”. The cursor of Tomás Rey is in the second paragraph, and the bar above shows Saved.`,
    caption: t`A document while two people edit it. The bar shows Saved when all changes are on the server’s disk.`,
  },
  {
    file: 'board',
    alt: t`The board of the project “Spring issue”, with seven documents in the columns Draft, In review, Approved and Published.`,
    caption: t`The board of a project shows the status of each document.`,
  },
  {
    file: 'search',
    alt: t`A search for “kitchen”, with four documents and the sentences that contain the word.`,
    caption: t`Search covers the text of all documents that you can read.`,
  },
];

/** Sizes of the screenshots (CSS pixels). They reserve the space. */
const wide = { width: 1200, height: 750 };
const narrow = { width: 390, height: 640 };

/** Languages in which the screenshots were taken. */
const taken: readonly string[] = ['en', 'de'];

/** Returns the name of the folder with the screenshots in the language of the page. */
const folder = (): string => (taken.includes(i18n.locale) ? i18n.locale : 'en');

/** Media query for the desktop screenshot; narrower windows show the one of a phone. */
const fits = '(width >= 40rem)';

/**
 * Screenshots of the product, in both themes and for both kinds of window. Only the visible one is
 * loaded.
 */
export function Pictures() {
  return (
    <div className={classes['pictures']}>
      {screens.map((screen) => (
        <figure key={screen.file}>
          <Themed {...screen} theme="light" />
          <Themed {...screen} theme="dark" />
          <figcaption className="soft">{screen.caption}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/**
 * Screenshot of one theme: the page's theme selects the visible one, and a lazy image that is
 * hidden is not loaded.
 */
function Themed({ file, alt, theme }: Screen & { theme: 'light' | 'dark' }) {
  return (
    <picture className={theme === 'light' ? 'whenLight' : 'whenDark'}>
      <source media={fits} srcSet={`/pictures/${folder()}/${file}-wide-${theme}.webp`} {...wide} />
      <img
        className="float"
        src={`/pictures/${folder()}/${file}-narrow-${theme}.webp`}
        alt={alt}
        {...narrow}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
