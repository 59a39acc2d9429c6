import { useCurrentUser } from '../session/useCurrentUser.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { colorsOf } from '../ui/Face.tsx';
import classes from './landing.module.css';

const promises = [
  ['Write in the same text', 'Everyone sees every word as it is typed, and where the others are. Nobody waits for a turn.'],
  ['Saved means saved', 'The page says Saved when your words are on the server’s disk, and not a moment before.'],
  ['Offline is no loss', 'Without a connection you go on writing. Your words stay on your device and are sent when it is back.'],
] as const;

/** The front page: what this is, in words that are true today, and the way in. */
export default function LandingPage() {
  const { data: user } = useCurrentUser();
  return (
    <main id="main" className={classes['main']}>
      <section className={classes['opening']}>
        <div>
          <h1>Write it together.</h1>
          <p className={classes['lead']}>
            Collaborative writing and editing for modern teams: one text, many hands, and nothing that anybody typed is ever lost.
          </p>
          <div className={classes['ways']}>
            {user ? (
              <ButtonLink to="/dashboard" size="md">
                Go to your dashboard
              </ButtonLink>
            ) : (
              <>
                <ButtonLink to="/auth?tab=register" size="md">
                  Start writing
                </ButtonLink>
                <ButtonLink to="/auth" size="md" variant="default">
                  Log in
                </ButtonLink>
              </>
            )}
          </div>
        </div>
        <Sheet />
      </section>
      <section className={classes['promises']} aria-label="What you can rely on">
        {promises.map(([title, text]) => (
          <article key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </article>
        ))}
      </section>
    </main>
  );
}

/** A drawing of a document with two people in it. */
function Sheet() {
  return (
    <div className={classes['sheet']} aria-hidden="true">
      <p className={classes['sheetTitle']}>Letter to our readers</p>
      <p>
        We started this paper in a kitchen, with one typewriter and{' '}
        <mark data-person style={colorsOf('#317a45')}>
          four opinions
        </mark>
        <span className={classes['caret']} data-person style={colorsOf('#317a45')}>
          <i>Ines</i>
        </span>{' '}
        about commas. It has grown since.
      </p>
      <p>
        The opinions have grown too
        <span className={classes['caret']} data-person style={colorsOf('#d42515')}>
          <i>Tomás</i>
        </span>
      </p>
    </div>
  );
}
