import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useEffect, useState } from 'react';
import { afterChanges } from '../../../ui/in-text/after-changes.ts';
import classes from './footnote-list.module.css';

/** Debounce of collecting the footnotes after a change: quiet period and maximum delay (ms). */
const pace = { quiet: 200, latest: 1_000 };

type Note = { readonly text: string; readonly pos: number };

/** The footnotes of a text, listed below it with their numbers. */
export function FootnoteList({ editor }: { editor: Editor }) {
  const notes = useFootnotes(editor);
  if (notes.length === 0) return null;
  return (
    <section className={classes['notes']} aria-label="Footnotes">
      <ol>
        {notes.map(({ text, pos }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- its place is its number
          <li key={index}>
            <span>{text}</span>{' '}
            <button
              type="button"
              aria-label={`Show footnote ${index + 1} in the text`}
              onClick={() => show(editor, pos)}
            >
              ↩
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useFootnotes(editor: Editor): readonly Note[] {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  useEffect(
    () =>
      afterChanges(editor, pace, () => {
        const found: Note[] = [];
        editor.state.doc.descendants(({ type, attrs }, pos) => {
          if (type.name === 'footnote') found.push({ text: String(attrs['text']), pos });
        });
        setNotes((before) => (before.length === 0 && found.length === 0 ? before : found));
      }),
    [editor],
  );
  return notes;
}

function show({ state, view }: Editor, pos: number): void {
  if (state.doc.nodeAt(pos)?.type.name !== 'footnote') return;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, pos)).scrollIntoView());
  view.focus();
}
