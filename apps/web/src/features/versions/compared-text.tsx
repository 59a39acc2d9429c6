import { plural, t } from '@lingui/core/macro';
import type { Difference, DifferencePart } from '@longhand/document';
import type { Schema } from '@tiptap/pm/model';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { editsOf, type Edit, type ChangedPassage } from './passage.ts';
import { ShownText } from './shown-text.tsx';
import classes from './history.module.css';
import { direction } from '../../language/language.ts';

type Props = {
  schema: Schema;
  differences: readonly Difference[];
  passages: readonly ChangedPassage[];
  current: number;
  /** Restores the previous text of a passage, or of one change in it; null if the user may not. */
  onRestore: ((passage: ChangedPassage, edit?: Edit) => void) | null;
};

/**
 * Difference of two texts, block by block: additions, deletions, and word differences in changed
 * blocks.
 */
export function ComparedText({ schema, differences, passages, current, onRestore }: Props) {
  let next = 0;
  return (
    <div className={`stack loose ${classes['compared']}`}>
      {differences.map((difference, i) => {
        if (difference.kind === 'same') {
          return (
            // The list is recreated with every comparison; its items never move.
            // oxlint-disable-next-line react/no-array-index-key -- items without state
            <p key={i} className={`soft ${classes['same']}`}>
              {plural(
                { count: difference.count },
                { one: '# unchanged paragraph', other: '# unchanged paragraphs' },
              )}
            </p>
          );
        }
        const number = next++;
        const passage = passages[number];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- items without state
          <section
            key={i}
            id={`difference-${number}`}
            data-current={number === current || undefined}
            className={classes['passage']}
            data-kind={difference.kind}
            aria-label={labels[difference.kind]}
          >
            {difference.kind === 'added' && <ShownText schema={schema} node={difference.after} />}
            {difference.kind === 'removed' && (
              <ShownText schema={schema} node={difference.before} />
            )}
            {difference.kind === 'changed' && (
              <p className={classes['words']}>
                <Words
                  parts={difference.parts}
                  edits={passage && onRestore ? editsOf(passage) : []}
                  onRestore={(edit) => passage && onRestore?.(passage, edit)}
                />
              </p>
            )}
            {onRestore && passage && (
              <p>
                <Button variant="default" size="xs" onClick={() => onRestore(passage)}>
                  {restoring[difference.kind]}
                </Button>
              </p>
            )}
          </section>
        );
      })}
    </div>
  );
}

const labels = { added: t`Added`, removed: t`Removed`, changed: t`Changed` } as const;
const restoring = {
  added: t`Remove this passage`,
  removed: t`Restore this passage`,
  changed: t`Restore this passage`,
} as const;

/** The words of a changed block, with a button after each change that can be restored alone. */
function Words({
  parts,
  edits,
  onRestore,
}: {
  parts: readonly DifferencePart[];
  edits: readonly Edit[];
  onRestore: (edit: Edit) => void;
}) {
  return parts.map((part, i) => {
    const edit = edits.find(({ parts: own }) => own.at(-1) === part);
    const shown = shownPart(part, i);
    if (edit === undefined) return shown;
    return (
      // The list is recreated with every comparison; its items never move.
      // oxlint-disable-next-line react/no-array-index-key -- items without state
      <Fragment key={i}>
        {shown}
        <button
          type="button"
          className={classes['backWords']}
          aria-label={t`Restore this change: ${{ toldOf: toldOf(edit) }}`}
          onClick={() => onRestore(edit)}
        >
          {t`Restore`}
        </button>
      </Fragment>
    );
  });
}

/** Arrow from the words before a change to those after it, in the direction of the page. */
const arrow = direction === 'rtl' ? ' ← ' : ' → ';

/** Describes a change: the words before and after it. */
function toldOf({ parts }: Edit): string {
  const textOf = (kind: 'removed' | 'added'): string =>
    parts
      .filter((part) => part.kind === kind)
      .map(({ text }) => text.trim())
      .join(' ');
  return [textOf('removed'), textOf('added')].filter((text) => text !== '').join(arrow);
}

function shownPart(part: DifferencePart, i: number): ReactNode {
  if (part.kind === 'formatted') {
    const [before, after] = [part.marksBefore, part.marksAfter].map(
      (marks) => marks.map(({ type }) => type).join(', ') || 'plain',
    );
    return (
      <span key={i} className={classes['formatted']} title={`${before}${arrow}${after}`}>
        {part.text}
      </span>
    );
  }
  if (part.kind === 'added') return <ins key={i}>{part.text}</ins>;
  return part.kind === 'removed' ? <del key={i}>{part.text}</del> : part.text;
}
