import type { Stamp, Suggestion } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import type * as Y from 'yjs';
import type { PersonShown } from '../../../ui/openText.ts';
import { decide, type Verdict } from './decide.ts';
import classes from './Suggestions.module.css';

/** What stands in the place of the text: it as it is, or as it would be. */
export type Preview = 'accept' | 'reject' | null;

type Props = {
  editor: Editor;
  doc: Y.Doc;
  /** All of them, and those that are shown. */
  suggestions: readonly Suggestion[];
  shown: readonly Suggestion[];
  personOf: (id: string) => PersonShown;
  mayDecide: boolean;
  /** Whose are shown; empty for everybody's. */
  author: string;
  onAuthor: (author: string) => void;
  preview: Preview;
  onPreview: (preview: Preview) => void;
};

/** What can be done with many suggestions at once. Nothing where there are none. */
export function SuggestionsOver(props: Props) {
  const { editor, doc, suggestions, shown, personOf, mayDecide, author, onAuthor, preview, onPreview } = props;
  if (suggestions.length === 0 && preview === null) return null;
  const authors = [...new Set(suggestions.map((each) => each.author))];
  const all = (verdict: Verdict): void => decide(editor, doc, verdict, ofAuthor(author));
  const selected = (verdict: Verdict): void => {
    const { from, to } = editor.state.selection;
    decide(editor, doc, verdict, ofAuthor(author), { from, to });
  };
  return (
    <div className={classes['many']}>
      <select
        aria-label="Text shown"
        value={preview ?? ''}
        onChange={({ currentTarget: { value } }) => onPreview(value === 'accept' || value === 'reject' ? value : null)}
      >
        <option value="">With suggestions</option>
        <option value="accept">As accepted</option>
        <option value="reject">As it was</option>
      </select>
      {authors.length > 1 && (
        <select aria-label="Suggestions by" value={author} onChange={({ currentTarget: { value } }) => onAuthor(value)}>
          <option value="">By everybody</option>
          {authors.map((id) => (
            <option key={id} value={id}>
              By {personOf(id).name}
            </option>
          ))}
        </select>
      )}
      {mayDecide && shown.length > 0 && (
        <details>
          <summary>Decide about several</summary>
          <div className={classes['verdicts']}>
            <button type="button" onClick={() => all('accept')}>
              Accept all {shown.length}
            </button>
            <button type="button" onClick={() => all('reject')}>
              Reject all {shown.length}
            </button>
            <button type="button" onClick={() => selected('accept')}>
              Accept selected
            </button>
            <button type="button" onClick={() => selected('reject')}>
              Reject selected
            </button>
          </div>
        </details>
      )}
    </div>
  );
}

const ofAuthor = (author: string) => (stamp: Stamp) => author === '' || stamp.author === author;
