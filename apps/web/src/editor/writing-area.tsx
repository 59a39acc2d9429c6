import { directionOf } from '@longhand/contract';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import type { Editor } from '@tiptap/core';
import type * as Y from 'yjs';
import './blocks/blocks.css';
import './blocks/code/code.css';
import './blocks/leaves/leaves.css';
import './blocks/pictures.css';
import './blocks/tables.css';
import { FootnoteList } from './blocks/footnote-list.tsx';
import { afterwards } from '../ui/on-demand.tsx';
import { readingTime, wordsSaid } from '../ui/reading.ts';
import { LinkKey } from './link-key.tsx';
import { MountedText } from './mounted-text.tsx';
import { Toolbar } from './toolbar.tsx';
import { useWordCount } from './use-word-count.ts';
import './text.css';
import './print.css';
import './suggestions/suggested.css';
import classes from './writing-area.module.css';
import { numberLocale } from '../ui/dates.ts';

// Needed after the first key press: the text is editable before.
const Tools = afterwards(() => import('./tools.tsx'));

type Props = {
  editor: Editor;
  documentId: string;
  mayWrite: boolean;
  title: ReactNode;
  /** Status of the document; shown here if the bar has no room for it. */
  status: ReactNode;
  banners: ReactNode;
  /** The shared text, whose words are counted. */
  doc: Y.Doc;
  /** Word count goal; null for none. */
  goal: number | null;
  /** Language of the text as a BCP 47 tag; null if not set. */
  language: string | null;
  /** Temporary replacement for the text. */
  preview?: ReactNode;
  /** Message about the last attempted action; null for none. */
  statusMessage: string | null;
  /** Additional actions for the selection. */
  selectionActions: ReactNode;
  /** The side panel. */
  sidePanel?: ReactNode;
};

/** Title and text in their column, with the surrounding tools and the word count below. */
export function WritingArea(props: Props) {
  const {
    editor,
    documentId,
    mayWrite,
    title,
    status,
    banners,
    doc,
    goal,
    language,
    preview,
    statusMessage,
    selectionActions,
    sidePanel,
  } = props;
  const [isLinking, setLinking] = useState(false);
  return (
    <>
      <div className={classes['area']} data-side-panel={sidePanel ? true : undefined}>
        <main id="main">
          {mayWrite && !preview && <Toolbar editor={editor} onLink={() => setLinking(true)} />}
          <div className={classes['column']} data-quiet={!mayWrite || preview ? true : undefined}>
            {banners}
            {status && <div className={classes['status']}>{status}</div>}
            {title}
            {preview}
            <MountedText
              editor={editor}
              className="documentText"
              hidden={Boolean(preview)}
              {...(language !== null && { lang: language, dir: directionOf(language) })}
            />
            {!preview && <FootnoteList editor={editor} />}
          </div>
        </main>
        {sidePanel}
      </div>
      <LinkKey editor={editor} mayWrite={mayWrite} onLinking={setLinking} />
      {!preview && (
        <Tools
          editor={editor}
          documentId={documentId}
          mayWrite={mayWrite}
          isLinking={isLinking}
          onLinking={setLinking}
          selectionActions={selectionActions}
        />
      )}
      <footer
        className={`soft figures ${classes['foot']}`}
        data-side-panel={sidePanel ? true : undefined}
      >
        <WordCount editor={editor} doc={doc} goal={goal} />
        <p role="status">{statusMessage}</p>
      </footer>
    </>
  );
}

/**
 * Number of words, with the goal if there is one, and the time to read them. A separate component,
 * so that a new count does not rerender its surroundings.
 */
function WordCount({ editor, doc, goal }: Pick<Props, 'editor' | 'doc' | 'goal'>) {
  const words = useWordCount(editor, doc);
  return (
    <p>
      {goal === null
        ? wordsSaid(words)
        : t`${{ words: words.toLocaleString(numberLocale) }} of ${{ wordsSaid: wordsSaid(goal) }}`}{' '}
      · {readingTime(words)}
    </p>
  );
}
