import { textOfDoc } from '@longhand/document';
import * as Y from 'yjs';
import { paragraph, type Seat } from './room.ts';
import type { Step } from './scripts.ts';
import type { Writer } from './sheetText.ts';

/** Where somebody is, as awareness carries it: two relative positions of Yjs. */
type Cursor = { anchor: Y.RelativePosition; head: Y.RelativePosition };

/** What came of one step of a script. `waits`: the visitor is there, so nothing was done. `gone`: there is nothing left to write in. */
export type Done = 'done' | 'waits' | 'gone';

/** A writer who follows a script, one letter at a time. */
export type ScriptedWriter = {
  select(block: number, from: number, to: number): void;
  standAtEndOf(block: number): void;
  write(letter: string): Done;
  erase(): Done;
  beginParagraph(): Done;
};

/**
 * Seats a writer. They write where their own caret stands and take back only letters of their own; where the visitor's caret is in the
 * same block, they wait, so that nothing ever happens on top of the visitor's words.
 */
export function seatWriter({ doc, awareness }: Seat, who: Writer, visitorId: () => number): ScriptedWriter {
  let place: Y.RelativePosition | null = null;
  let own = '';
  awareness.setLocalStateField('user', who);

  function show(anchor: Y.RelativePosition, head: Y.RelativePosition): void {
    place = head;
    awareness.setLocalStateField('cursor', { anchor, head } satisfies Cursor);
  }

  function put(text: Y.XmlText, index: number): void {
    const at = Y.createRelativePositionFromTypeIndex(text, index, -1);
    show(at, at);
  }

  /** The text this writer stands in, and how far in; null when somebody has removed it. */
  function here(): { text: Y.XmlText; index: number } | null {
    const at = place === null ? null : Y.createAbsolutePositionFromRelativePosition(place, doc);
    return at?.type instanceof Y.XmlText && isThere(at.type) ? { text: at.type, index: at.index } : null;
  }

  function leave(): Done {
    place = null;
    awareness.setLocalStateField('cursor', null);
    return 'gone';
  }

  /** Does something where the writer stands, unless the visitor is there. */
  function act(work: (text: Y.XmlText, index: number) => void): Done {
    const at = here();
    if (at === null) return leave();
    if (visitorIsIn(at.text)) return 'waits';
    doc.transact(() => work(at.text, at.index));
    return 'done';
  }

  function visitorIsIn(text: Y.XmlText): boolean {
    const cursor = awareness.getStates().get(visitorId())?.['cursor'] as { anchor: unknown; head: unknown } | null | undefined;
    return [cursor?.anchor, cursor?.head].some((position) => {
      if (!position) return false;
      const at = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(position), doc);
      return at !== null && (at.type === text || at.type === text.parent);
    });
  }

  function standAtEndOf(block: number): void {
    const text = textOf(doc, block);
    own = '';
    if (text === null) leave();
    else put(text, text.length);
  }

  return {
    standAtEndOf,
    select(block, from, to) {
      const text = textOf(doc, block);
      if (text === null) return;
      show(Y.createRelativePositionFromTypeIndex(text, from), Y.createRelativePositionFromTypeIndex(text, to, -1));
    },
    write: (letter) =>
      act((text, index) => {
        text.insert(index, letter);
        own += letter;
        put(text, index + letter.length);
      }),
    erase: () =>
      act((text, index) => {
        const last = own.slice(-1);
        // Whatever stands before the caret now was not written by this writer: then it stays.
        if (last === '' || lettersIn(text).slice(index - 1, index) !== last) return;
        own = own.slice(0, -1);
        text.delete(index - 1, 1);
        put(text, index - 1);
      }),
    beginParagraph: () =>
      act((text) => {
        const block = text.parent;
        const body = textOfDoc(doc);
        const at = body.toArray().findIndex((one) => one === block);
        body.insert(at === -1 ? body.length : at + 1, [paragraph('')]);
        standAtEndOf(at === -1 ? body.length - 1 : at + 1);
      }),
  };
}

/** Cuts steps into single letters, so that somebody can stop, wait or go on between any two. */
export function lettersOf(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step): readonly Step[] => {
    if (step.does === 'write') return [...step.text].map((letter) => ({ does: 'write', text: letter }));
    if (step.does === 'erase') return Array.from({ length: step.letters }, () => ({ does: 'erase', letters: 1 }));
    return [step];
  });
}

/** Does one step of {@link lettersOf}. */
export function perform(writer: ScriptedWriter, step: Step): Done {
  switch (step.does) {
    case 'rest':
      return 'done';
    case 'write':
      return writer.write(step.text);
    case 'erase':
      return writer.erase();
    case 'begin paragraph':
      return writer.beginParagraph();
    case 'go':
      writer.standAtEndOf(step.toEndOf);
      return 'done';
  }
}

function textOf(doc: Y.Doc, block: number): Y.XmlText | null {
  const element = textOfDoc(doc).toArray()[block];
  if (!(element instanceof Y.XmlElement)) return null;
  const text = element.toArray().at(-1);
  return text instanceof Y.XmlText ? text : null;
}

/** What a text says, without its marks: `toString` of an XmlText writes them as tags. */
function lettersIn(text: Y.XmlText): string {
  return Y.Text.prototype.toString.call(text);
}

function isThere(text: Y.XmlText): boolean {
  const parent = text.parent;
  return text._item?.deleted === false && (!(parent instanceof Y.XmlElement) || parent._item?.deleted === false);
}
