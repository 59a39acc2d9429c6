import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { todayOf } from '../../ui/due.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { EditorContext } from '../../editor/editor-context.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { readingTime } from '../../ui/reading.ts';
import { GoalForm } from './goal-form.tsx';
import { describeGoal, progressOf } from './goal.ts';
import { LanguageChoice } from './language-choice.tsx';
import { useChangeDocument } from './use-change-document.ts';
import { useStatistics, type TextStatistics } from './use-statistics.ts';
import classes from './details.module.css';
import { numberLocale } from '../../ui/dates.ts';

/** Statistics of the text, its goal, its language and its origin. */
export default function Details({
  open: { editor, doc, document, personOf, right },
}: {
  open: EditorContext;
  onClose: () => void;
}) {
  const { whole, selected } = useStatistics(editor, doc);
  const change = useChangeDocument(document.id);
  const maySet = right === 'write' && document.archivedAt === null;
  return (
    <div className={`panel ${classes['details']}`}>
      <section aria-labelledby="details-statistics">
        <h3 id="details-statistics">{selected === null ? t`Text` : t`Selection`}</h3>
        <StatisticsList statistics={selected ?? whole} />
      </section>
      <section aria-labelledby="details-goal">
        <h3 id="details-goal">{t`Goal`}</h3>
        {document.goal !== null && whole !== null && (
          <GoalState goal={document.goal} words={whole.words} />
        )}
        {document.goal === null && !maySet && <p>{t`No goal set.`}</p>}
        {maySet && (
          <GoalForm
            key={JSON.stringify(document.goal)}
            goal={document.goal}
            onSet={(goal) => change({ goal })}
          />
        )}
      </section>
      <section aria-labelledby="details-language">
        <h3 id="details-language">{t`Language`}</h3>
        <LanguageChoice
          language={document.language}
          onChoose={maySet ? (language) => change({ language }) : null}
        />
      </section>
      <section aria-labelledby="details-document">
        <h3 id="details-document">{t`Document`}</h3>
        <dl className="stack">
          <div>
            <dt>{t`Created by`}</dt>
            <dd>{personOf(document.createdBy).name}</dd>
          </div>
          <div>
            <dt>{t`Created`}</dt>
            <dd>
              <RelativeTime at={document.createdAt} />
            </dd>
          </div>
          <div>
            <dt>{t`Last changed`}</dt>
            <dd>
              <RelativeTime at={document.updatedAt} />
            </dd>
          </div>
        </dl>
      </section>
    </div>
  );
}

function StatisticsList({ statistics }: { statistics: TextStatistics | null }) {
  const lines = [
    [t`Words`, statistics?.words],
    [t`Characters`, statistics?.characters],
    [t`Characters without spaces`, statistics?.withoutSpaces],
  ] as const;
  return (
    <dl className="stack">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value?.toLocaleString(numberLocale) ?? '…'}</dd>
        </div>
      ))}
      <div>
        <dt>{t`Reading time`}</dt>
        <dd>
          {statistics === null ? '…' : readingTime(statistics.words).replace(/ to read$/, '')}
        </dd>
      </div>
    </dl>
  );
}

function GoalState({ goal, words }: { goal: NonNullable<Document['goal']>; words: number }) {
  const progress = progressOf(goal, words, todayOf(new Date()));
  return (
    <>
      <ProgressBar
        part={progress.part}
        label={t`${{ words: words.toLocaleString(numberLocale) }} of ${{ words2: goal.words.toLocaleString(numberLocale) }} words`}
      />
      <p>{describeGoal(progress)}</p>
    </>
  );
}
