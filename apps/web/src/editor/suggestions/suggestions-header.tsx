import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { Button } from '../../ui/button.tsx';
import type { PersonShown } from '../editor-context.ts';
import { decide, type Verdict } from './decide.ts';
import classes from './suggestions.module.css';
import type { ListedSuggestion } from './listed-suggestions.ts';
import { useEditorValue } from '../use-editor-value.ts';

/** Preview in place of the text: its result after a decision; null for the text itself. */
export type Preview = 'accept' | 'reject' | null;

type Props = {
  editor: Editor;
  /** All suggestions; `shown` are those that match the filter. */
  suggestions: readonly ListedSuggestion[];
  shown: readonly ListedSuggestion[];
  personOf: (id: string) => PersonShown;
  mayDecide: boolean;
  /** Author filter; empty for all authors. */
  author: string;
  onAuthor: (author: string) => void;
  preview: Preview;
  onPreview: (preview: Preview) => void;
};

/** Actions for many suggestions at once. Renders nothing if there are no suggestions. */
export function SuggestionsHeader(props: Props) {
  const { editor, suggestions, shown, personOf, mayDecide, author, onAuthor, preview, onPreview } =
    props;
  // A selection that is preserved while these buttons have the focus counts.
  const hasSelection = useEditorValue(editor, () => !editor.state.selection.empty);
  if (suggestions.length === 0 && preview === null) return null;
  const authors = [...new Set(suggestions.map((each) => each.author))];
  const all = (verdict: Verdict): void => decide(editor, verdict, idsOf(suggestions, author));
  const selected = (verdict: Verdict): void => {
    const { from, to } = editor.state.selection;
    decide(editor, verdict, idsOf(suggestions, author), { from, to });
  };
  return (
    <div className={`row soft small ${classes['many']}`}>
      <select
        aria-label={t`View`}
        value={preview ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onPreview(value === 'accept' || value === 'reject' ? value : null)
        }
      >
        <option value="">{t`Markup`}</option>
        <option value="accept">{t`Preview accepted`}</option>
        <option value="reject">{t`Original`}</option>
      </select>
      {authors.length > 1 && (
        <select
          aria-label={t`Suggestions by`}
          value={author}
          onChange={({ currentTarget: { value } }) => onAuthor(value)}
        >
          <option value="">{t`Everyone`}</option>
          {authors.map((id) => (
            <option key={id} value={id}>
              {t`By ${{ name: personOf(id).name }}`}
            </option>
          ))}
        </select>
      )}
      {mayDecide && shown.length > 0 && (
        <BulkActions
          count={shown.length}
          hasSelection={hasSelection}
          onAll={all}
          onSelected={selected}
        />
      )}
    </div>
  );
}

type BulkProps = {
  /** Number of suggestions that match the filter. */
  count: number;
  hasSelection: boolean;
  onAll: (verdict: Verdict) => void;
  onSelected: (verdict: Verdict) => void;
};

/** Decides all suggestions that match the filter, or those in the selection. */
function BulkActions({ count, hasSelection, onAll, onSelected }: BulkProps) {
  return (
    <details>
      <summary className="choice">{t`Bulk actions`}</summary>
      <div className={`row ${classes['verdicts']}`}>
        <Button variant="default" size="xs" onClick={() => onAll('accept')}>
          {t`Accept all ${count}`}
        </Button>
        <Button variant="default" size="xs" onClick={() => onAll('reject')}>
          {t`Reject all ${count}`}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!hasSelection}
          onClick={() => onSelected('accept')}
        >
          {t`Accept those in selection`}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!hasSelection}
          onClick={() => onSelected('reject')}
        >
          {t`Reject those in selection`}
        </Button>
      </div>
      {!hasSelection && <p>{t`Select text to accept or reject the suggestions in it.`}</p>}
    </details>
  );
}

/** Returns the ids of an author's suggestions, or of all if `author` is empty. */
const idsOf = (suggestions: readonly ListedSuggestion[], author: string): string[] =>
  suggestions.filter((each) => author === '' || each.author === author).map(({ id }) => id);
