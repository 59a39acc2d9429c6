import { t } from '@lingui/core/macro';
import { describedBy, documentExtensions, suggestionsOf } from '@longhand/document';
import { Editor } from '@tiptap/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DocumentUndo } from '../../editor/text/document-undo.ts';
import { bindingOf, BoundText } from '../../editor/text/bound-text.ts';
import { colorsOf } from '../../ui/avatar.tsx';
import { Cards, type Outcome } from './cards.tsx';
import { SheetCarets } from './carets.ts';
import { play, seatWriters } from './play.ts';
import { openRoom, suggesterId, suggestionId } from './room.ts';
import { writers } from './sheet-text.ts';
import classes from './sheet.module.css';

/** Position of a press on the sheet before it was editable. */
export type Pressed = { readonly x: number; readonly y: number };

/**
 * The sheet with a real editor: the schema of documents, and three shared documents in memory, two
 * of which follow a script.
 */
export function LiveSheet({ takePressed }: { takePressed: () => Pressed | null }) {
  const [round, setRound] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const [isStill] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [hasEnded, setEnded] = useState(isStill);
  return (
    <>
      <Text
        key={round}
        takePressed={takePressed}
        isPaused={isPaused}
        isStill={isStill}
        onEnd={() => setEnded(true)}
      />
      <figcaption className={`spread soft ${classes['caption']}`}>
        <p>{t`A demonstration that you can edit. Nothing is stored. Ines and Tomás are simulated.`}</p>
        <div className="row">
          {!hasEnded && (
            <Button variant="default" onClick={() => setPaused((before) => !before)}>
              {isPaused ? t`Resume` : t`Pause`}
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => {
              setRound((before) => before + 1);
              setPaused(false);
              setEnded(isStill);
            }}
          >
            {t`Start again`}
          </Button>
        </div>
      </figcaption>
    </>
  );
}

type Props = {
  /** Returns the position of a press before this component was mounted, once. */
  takePressed: () => Pressed | null;
  isPaused: boolean;
  /** True if the visitor prefers reduced motion: both writers stay where they are. */
  isStill: boolean;
  onEnd: () => void;
};

function Text({ takePressed, isPaused, isStill, onEnd }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const mayGoOn = useRef({ isPaused, isInView: true });
  const ended = useRef(onEnd);
  useEffect(() => {
    mayGoOn.current.isPaused = isPaused;
    ended.current = onEnd;
  });
  // Before the paint: this component replaces the text of the built page in the same frame.
  useLayoutEffect(() => {
    if (container.current === null) return;
    const room = openRoom();
    const seated = seatWriters(room);
    const editor = newEditor(container.current, room.visitor);
    setEditor(editor);
    const pressed = takePressed();
    if (pressed !== null) goTo(editor, pressed);
    const view = new IntersectionObserver(
      ([entry]) => (mayGoOn.current.isInView = entry?.isIntersecting ?? true),
    );
    view.observe(container.current);
    const stop = isStill
      ? null
      : play(seated, {
          after(milliseconds, run) {
            const timer = setTimeout(run, milliseconds);
            return () => clearTimeout(timer);
          },
          mayGoOn: () => !mayGoOn.current.isPaused && mayGoOn.current.isInView && !document.hidden,
          ended: () => ended.current(),
        });
    return () => {
      stop?.();
      view.disconnect();
      editor.destroy();
      room.close();
    };
  }, [takePressed, isStill]);
  return (
    <>
      <div
        className={`float ${classes['text']}`}
        ref={container}
        style={colorsOf(writers.tomas.color)}
      />
      <span hidden id={describedBy(suggesterId)}>
        {t`Suggested by ${{ name: writers.tomas.name }}`}
      </span>
      <LiveCards editor={editor} />
    </>
  );
}

/** The cards below the sheet, which decide about its text. */
function LiveCards({ editor }: { editor: Editor | null }) {
  const [isOpen, setOpen] = useState(true);
  const [verdict, setVerdict] = useState<'accepted' | 'rejected' | null>(null);
  const [isResolved, setResolved] = useState(false);
  useEffect(() => {
    if (editor === null) return;
    const look = (): void => {
      const isThere = suggestionsOf(editor.state.doc).some(({ id }) => id === suggestionId);
      setOpen(isThere);
      // Undo has restored the suggestion: the decision no longer applies.
      if (isThere) setVerdict(null);
    };
    editor.on('transaction', look);
    return () => void editor.off('transaction', look);
  }, [editor]);
  const outcome: Outcome = isOpen ? 'open' : (verdict ?? 'gone');
  return (
    <Cards
      outcome={outcome}
      isResolved={isResolved}
      onDecide={(how) => {
        if (editor === null) return;
        setVerdict(how === 'accept' ? 'accepted' : 'rejected');
        bindingOf(editor)?.decide({ verdict: how, ids: [suggestionId] });
      }}
      onResolve={() => setResolved((before) => !before)}
    />
  );
}

function newEditor(
  element: HTMLElement,
  { doc, client, awareness }: ReturnType<typeof openRoom>['visitor'],
): Editor {
  return new Editor({
    element,
    injectCSS: false,
    extensions: [
      ...documentExtensions,
      BoundText.configure({ doc, client }),
      DocumentUndo,
      SheetCarets.configure({ awareness }),
    ],
    editorProps: {
      // Tab leaves the sheet instead of indenting a list: a keyboard user must be able to leave.
      handleDOMEvents: { keydown: (_, event) => event.key === 'Tab' },
      attributes: {
        role: 'textbox',
        'aria-label': t`Demonstration text`,
        'aria-multiline': 'true',
        // The text of the two writers is not announced: it would interrupt everything else.
        'aria-live': 'off',
        tabindex: '0',
      },
    },
  });
}

function goTo(editor: Editor, { x, y }: Pressed): void {
  const found = editor.view.posAtCoords({ left: x, top: y });
  editor.commands.focus(found?.pos ?? 'end', { scrollIntoView: false });
}
