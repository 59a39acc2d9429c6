import { t } from '@lingui/core/macro';
import { questions } from '../../content/faq.ts';
import { features, samples } from '../../content/landing.ts';
import { Pictures } from '../landing/pictures.tsx';
import { Sheet } from '../landing/sheet.tsx';
import { Plans } from '../landing/plans.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import type { PageFacts } from '../site-meta.ts';
import classes from './landing.module.css';

const description = t`Collaborative writing and editing for modern teams: live co-writing, suggestions, comments, reviews and version history.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = { title: t`Longhand: write it together`, description, path: '/' };

/** The front page: a description of the current product, and the entry points. */
export default function LandingPage() {
  return (
    <main id="main" className={`pageWidth ${classes['main']}`}>
      <section className={classes['opening']}>
        <div>
          <h1>{t`Write it together.`}</h1>
          <p className={`soft ${classes['lead']}`}>{description}</p>
          <Ways />
        </div>
        <Sheet />
      </section>
      <section className={classes['section']} id="features" aria-labelledby="features-title">
        <h2 id="features-title">{t`Features`}</h2>
        <ul className={classes['features']}>
          {features.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <Pictures />
      </section>
      <Testimonials />
      <section className={classes['section']} id="pricing" aria-labelledby="pricing-title">
        <h2 id="pricing-title">{t`Pricing`}</h2>
        <p className={`soft ${classes['remark']}`}>
          {t`All plans are free and have all features. They differ only in how you run Longhand.`}
        </p>
        <Plans />
      </section>
      <Questions />
    </main>
  );
}

function Testimonials() {
  return (
    <section className={classes['section']} id="testimonials" aria-labelledby="testimonials-title">
      <h2 id="testimonials-title">{t`Testimonials (samples)`}</h2>
      <p className={`soft ${classes['remark']}`}>
        {t`These are sample texts, not statements by customers.`}
      </p>
      <ul className={classes['samples']}>
        {samples.map(([words, who]) => (
          <li key={who}>
            <figure>
              <blockquote>{words}</blockquote>
              <figcaption className="remark">{t`${{ who }} (sample)`}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first questions and answers; a link leads to all of them. */
function Questions() {
  return (
    <section className={classes['section']} aria-labelledby="questions-title">
      <h2 id="questions-title">{t`Frequently asked questions`}</h2>
      <dl className={classes['questions']}>
        {questions.slice(0, 4).map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/faq">{t`All questions and answers`}</a>
      </p>
    </section>
  );
}

/** Ways in, for visitors and for signed-in users. */
function Ways() {
  return (
    <div className={`row ${classes['ways']}`}>
      <ButtonLink to="/auth?tab=register" size="md" data-for="visitor">
        {t`Start writing`}
      </ButtonLink>
      <Button
        variant="default"
        size="md"
        data-open="trial"
        data-busy={t`Preparing the demo…`}
        data-for="visitor"
      >
        {t`Try the demo`}
      </Button>
      <ButtonLink to="/dashboard" size="md" data-for="member">
        {t`Go to your dashboard`}
      </ButtonLink>
    </div>
  );
}
