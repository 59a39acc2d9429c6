import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { sentenceOf } from '../../../api/failure.ts';
import { Unreadable } from '../../../ui/empty-state.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { showPassage } from '../../../editor/text/show-passage.ts';
import { useEditorValue } from '../../../editor/use-editor-value.ts';
import { percentage } from '../../../ui/percent.ts';
import { RowSkeletons } from '../../../ui/skeletons.tsx';
import classes from './authors.module.css';
import { gathered, toldOf, wayOf, type AuthoredRange, type Share } from './writers.ts';

type Props = {
  editor: Editor;
  passages: readonly AuthoredRange[];
  shares: readonly Share[];
  colors: ReadonlyMap<string, string>;
  /** True if the server has returned the authorship. */
  isKnown: boolean;
  error: Error | null;
  isColored: boolean;
  onColored: (isColored: boolean) => void;
  onClose: () => void;
};

/** Number of passages listed at first, and added by each press. */
const listed = 50;

/** Authors of a text: percentages, a list of passages, and a switch that colours the text. */
export default function AuthorsTab({
  editor,
  passages,
  shares,
  colors,
  isKnown,
  error,
  isColored,
  onColored,
}: Props) {
  if (error !== null && !isKnown)
    return <Unreadable what={t`The authors`} sentence={sentenceOf(error)} />;
  if (!isKnown) return <RowSkeletons count={3} />;
  return (
    <div className="panel">
      <label className={`row ${classes['switch']}`}>
        <input
          type="checkbox"
          role="switch"
          checked={isColored}
          aria-checked={isColored}
          onChange={({ currentTarget }) => onColored(currentTarget.checked)}
        />
        {t`Show author colours`}
      </label>
      {shares.length === 0 ? (
        <p className="soft">{t`No text yet.`}</p>
      ) : (
        <>
          <ul className="stack" aria-label={t`Share of each author`}>
            {shares.map((share) => (
              <ShareRow
                key={share.person?.id ?? ''}
                share={share}
                color={colors.get(share.person?.id ?? '') ?? null}
              />
            ))}
          </ul>
          <AtCaret editor={editor} passages={passages} />
          <PassageList editor={editor} passages={gathered(passages)} colors={colors} />
        </>
      )}
      <p className={`soft ${classes['note']}`}>
        {t`Authorship is recorded as text is typed. Moved or re-split text counts as written by the person who moved it.`}
      </p>
    </div>
  );
}

function ShareRow({
  share: { person, percent, hows },
  color,
}: {
  share: Share;
  color: string | null;
}) {
  const ways = hows.flatMap((how) => wayOf(how) ?? []);
  return (
    <li className="row">
      {person === null ? (
        <span className={`rigid ${classes['unattributed']}`} aria-hidden="true" />
      ) : (
        <Avatar name={person.name} color={color ?? person.avatarColor} label={null} size={24} />
      )}
      <span className={`grow wraps ${classes['name']}`}>
        {person?.name ?? t`Unknown`}
        {ways.length > 0 && <span className="soft small">{ways.join(', ')}</span>}
      </span>
      <strong className="figures bold">{percentage(percent)}</strong>
    </li>
  );
}

/** Author of the text at the caret. */
function AtCaret({ editor, passages }: Pick<Props, 'editor' | 'passages'>) {
  const head = useEditorValue(editor, () => editor.state.selection.head);
  const passage = passages.find(({ from, to }) => from <= head && head <= to);
  return (
    <p role="status" className={classes['caret']}>
      {passage === undefined
        ? t`No text at the cursor.`
        : t`At cursor: ${{ toldOf: toldOf(passage.by) }}`}
    </p>
  );
}

function PassageList({ editor, passages, colors }: Pick<Props, 'editor' | 'passages' | 'colors'>) {
  const [count, setCount] = useState(listed);
  return (
    <section aria-label={t`Passages`}>
      <h3>{t`Passages`}</h3>
      <ol className={`stack tight ${classes['passages']}`}>
        {passages.slice(0, count).map((passage, i) => (
          // Passages have no id other than their index.
          <li key={i}>
            <button
              type="button"
              className="choice stack wide"
              onClick={() => showPassage(editor, passage)}
            >
              <span className={`strip ${classes['who']}`}>
                {passage.by === null ? (
                  <span className={`rigid ${classes['unattributed']}`} aria-hidden="true" />
                ) : (
                  <Avatar
                    name={passage.by.person.name}
                    color={colors.get(passage.by.person.id) ?? passage.by.person.avatarColor}
                    label={null}
                    size={18}
                  />
                )}
                {toldOf(passage.by)}
              </span>
              <span className="ink serif wraps" dir="auto">
                {wordsOf(editor, passage)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {passages.length > count && (
        <p>
          <Button variant="default" size="xs" onClick={() => setCount(count + listed)}>
            {t`Show more passages`}
          </Button>
        </p>
      )}
    </section>
  );
}

/** Returns the first words of a passage. The text may be shorter now than when it was read. */
function wordsOf({ state: { doc } }: Editor, { from, to }: AuthoredRange): string {
  const end = Math.min(to, doc.content.size);
  const text = doc
    .textBetween(Math.min(from, end), Math.min(end, from + 400), ' ', ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (text === '') return t`No words`;
  return text.length > 80 ? `${text.slice(0, 80).trimEnd().toWellFormed()}…` : text;
}
