import { useState, type ReactNode } from 'react';
import type { Editor } from '@tiptap/core';
import './blocks/blocks.css';
import './blocks/code/code.css';
import './blocks/leaves/leaves.css';
import './blocks/pictures.css';
import './blocks/tables.css';
import { FootnoteList } from './blocks/FootnoteList.tsx';
import { readingTime, wordsSaid } from '../../ui/reading.ts';
import { BlockHandle } from './blocks/moving/BlockHandle.tsx';
import { TableBar } from './blocks/TableBar.tsx';
import { BubbleBar } from './BubbleBar.tsx';
import { insertions } from './insert/insertions.ts';
import { MentionMenu } from './insert/MentionMenu.tsx';
import { SlashMenu } from './insert/SlashMenu.tsx';
import { TextPlace } from './TextPlace.tsx';
import { Toolbar } from './Toolbar.tsx';
import './text.css';
import './print.css';
import './suggesting/suggested.css';
import classes from './WritingArea.module.css';

type Props = {
  editor: Editor;
  documentId: string;
  mayWrite: boolean;
  title: ReactNode;
  /** The status of the document, which stands in the bar where the bar has room for it. */
  status: ReactNode;
  notice: ReactNode;
  words: number;
  /** How many words it is to have; null for as many as it has. */
  goal: number | null;
  /** The language that it is written in, as BCP 47 names it; null where nobody said. */
  language: string | null;
  /** What stands in the place of the text for a while. */
  preview?: ReactNode;
  /** What there is to say about what was just tried; null for nothing. */
  saying: string | null;
  /** What else can be done with what is selected. */
  selected: ReactNode;
  /** What stands beside the text. */
  side?: ReactNode;
};

/** Title and text on their column, with what changes them around it and the number of words beneath. */
export function WritingArea(props: Props) {
  const { editor, documentId, mayWrite, title, status, notice, words, goal, language, preview, saying, selected, side } = props;
  const [isLinking, setLinking] = useState(false);
  return (
    <>
      <div className={classes['area']} data-beside={side ? true : undefined}>
        <main id="main">
          {mayWrite && !preview && <Toolbar editor={editor} onLink={() => setLinking(true)} />}
          <div className={classes['column']} data-quiet={!mayWrite || preview ? true : undefined}>
            {notice}
            {status && <div className={classes['status']}>{status}</div>}
            {title}
            {preview}
            <TextPlace
              editor={editor}
              className="documentText"
              hidden={Boolean(preview)}
              {...(language !== null && { lang: language })}
            />
            {!preview && <FootnoteList editor={editor} />}
          </div>
        </main>
        {side}
      </div>
      {mayWrite && !preview && <BlockHandle editor={editor} />}
      {mayWrite && !preview && <TableBar editor={editor} />}
      {mayWrite && !preview && <MentionMenu editor={editor} documentId={documentId} />}
      {mayWrite && !preview && <SlashMenu editor={editor} insertions={insertions} />}
      {(mayWrite || selected) && !preview && (
        <BubbleBar editor={editor} mayWrite={mayWrite} isLinking={isLinking} onLinking={setLinking} more={selected} />
      )}
      <footer className={classes['foot']} data-beside={side ? true : undefined}>
        <p>
          {goal === null ? wordsSaid(words) : `${words.toLocaleString('en')} of ${wordsSaid(goal)}`} · {readingTime(words)}
        </p>
        <p role="status">{saying}</p>
      </footer>
    </>
  );
}
