import { EditorContent } from '@tiptap/react';
import { useState, type ReactNode } from 'react';
import type { Editor } from '@tiptap/core';
import { BubbleBar } from './BubbleBar.tsx';
import { Toolbar } from './Toolbar.tsx';
import './text.css';
import classes from './WritingArea.module.css';

type Props = { editor: Editor; mayWrite: boolean; title: ReactNode; notice: ReactNode; words: number };

/** Title and text on their column, with what changes them around it and the number of words beneath. */
export function WritingArea({ editor, mayWrite, title, notice, words }: Props) {
  const [isLinking, setLinking] = useState(false);
  return (
    <>
      <main id="main">
        {mayWrite && <Toolbar editor={editor} onLink={() => setLinking(true)} />}
        <div className={classes['column']} data-quiet={!mayWrite || undefined}>
          {notice}
          {title}
          <EditorContent editor={editor} className="documentText" />
        </div>
      </main>
      {mayWrite && <BubbleBar editor={editor} isLinking={isLinking} onLinking={setLinking} />}
      <footer className={classes['foot']}>
        <p>{words === 1 ? '1 word' : `${words.toLocaleString('en')} words`}</p>
      </footer>
    </>
  );
}
