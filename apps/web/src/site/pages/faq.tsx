import { t } from '@lingui/core/macro';
import { questions } from '../../content/faq.ts';
import type { PageFacts } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';
import classes from './faq.module.css';

const lead = t`Frequently asked questions about Longhand.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = { title: t`FAQ`, description: lead, path: '/faq' };

/** Renders `/faq`: collapsed questions, all of them in the page for text search. */
export default function FaqPage() {
  return (
    <SitePage title={t`Questions and answers`} lead={lead}>
      <div className={classes['questions']}>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>
              <h2>{question}</h2>
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </SitePage>
  );
}
