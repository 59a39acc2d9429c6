import classes from './Pictures.module.css';

/** A picture of the running product, as `npm run pictures` takes it. */
type Screen = { readonly file: string; readonly alt: string; readonly caption: string };

const screens: readonly Screen[] = [
  {
    file: 'document',
    alt: 'A document titled “Letter to our readers”. Tomás Rey’s caret stands in the second paragraph, and the bar above says Saved.',
    caption: 'A document, as Ines sees it while Tomás writes in it. The bar says Saved once every word is on the server’s disk.',
  },
  {
    file: 'board',
    alt: 'The board of the project “Spring issue”, with seven documents in the columns Draft, In review, Approved and Published.',
    caption: 'The board of a project: what is being written, read, approved, out.',
  },
  {
    file: 'search',
    alt: 'A search for “kitchen”, with four documents that speak of kitchens and the sentences in which they do.',
    caption: 'Search looks into every text that you may read.',
  },
];

/** The sizes in which each screen was taken, in points of the screen. They reserve the place. */
const wide = { width: 1200, height: 750 };
const narrow = { width: 390, height: 640 };

/** From here on the picture of a desk fits; below it is the one of a phone. */
const fits = '(width >= 40rem)';

/** Screenshots of the product, each in both themes and for both kinds of window. Only the one that is seen is fetched. */
export function Pictures() {
  return (
    <div className={classes['pictures']}>
      {screens.map((screen) => (
        <figure key={screen.file}>
          <Themed {...screen} theme="light" />
          <Themed {...screen} theme="dark" />
          <figcaption>{screen.caption}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/** One of both themes' pictures: the page's theme decides which is shown, and a lazy one that is not shown is not fetched. */
function Themed({ file, alt, theme }: Screen & { theme: 'light' | 'dark' }) {
  return (
    <picture className={classes[theme]}>
      <source media={fits} srcSet={`/pictures/${file}-wide-${theme}.webp`} {...wide} />
      <img src={`/pictures/${file}-narrow-${theme}.webp`} alt={alt} {...narrow} loading="lazy" decoding="async" />
    </picture>
  );
}
