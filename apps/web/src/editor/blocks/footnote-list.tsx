import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { useEffect, useState } from 'react';
import { afterChanges } from '../text/after-changes.ts';
import classes from './footnote-list.module.css';

/** Debounce of collecting the footnotes after a change: quiet period and maximum delay (ms). */
const pace = { quiet: 200, latest: 1_000 };

/** The footnotes of a text, listed below it with their numbers. */
export function FootnoteList({ editor }: { editor: Editor }) {
  const notes = useFootnotes(editor);
  if (notes.length === 0) return null;
  return (
    <section className={`remark wraps ${classes['notes']}`} aria-label={t`Footnotes`}>
      <ol>
        {notes.map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- its place is its number
          <li key={index}>
            <span>{text}</span>{' '}
            <button
              type="button"
              aria-label={t`Show footnote ${{ index: index + 1 }} in the text`}
              onClick={() => show(editor, index)}
            >
              ↩
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the texts of the footnotes; the same array while they do not change. */
function useFootnotes(editor: Editor): readonly string[] {
  const [notes, setNotes] = useState<readonly string[]>([]);
  useEffect(
    () =>
      afterChanges(
        editor,
        pace,
        () => {
          const found = footnotesIn(editor.state.doc).map(({ text }) => text);
          setNotes((before) =>
            before.length === found.length && found.every((text, i) => text === before[i])
              ? before
              : found,
          );
        },
        'painted',
      ),
    [editor],
  );
  return notes;
}

type Footnote = { readonly text: string; readonly pos: number };

/** Footnotes by block, with positions relative to it. Unchanged blocks are not searched again. */
const known = new WeakMap<Node, readonly Footnote[]>();

function footnotesIn(doc: Node): Footnote[] {
  const notes: Footnote[] = [];
  doc.forEach((block, start) => {
    const own = known.get(block) ?? searched(block);
    known.set(block, own);
    for (const { text, pos } of own) notes.push({ text, pos: start + pos });
  });
  return notes;
}

function searched(block: Node): readonly Footnote[] {
  const notes: Footnote[] = [];
  block.descendants(({ type, attrs }, pos) => {
    if (type.name === 'footnote') notes.push({ text: String(attrs['text']), pos: pos + 1 });
  });
  return notes;
}

function show({ state, view }: Editor, index: number): void {
  const note = footnotesIn(state.doc)[index];
  if (note === undefined) return;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, note.pos)).scrollIntoView());
  view.focus();
}
