import { rootsOf } from '@longhand/text';
import * as Y from 'yjs';
import type { Seat } from './room.ts';
import type { Step } from './scripts.ts';
import { blocksIn, type SheetBlock } from './sheet-blocks.ts';
import type { Writer } from './sheet-text.ts';

/** Selection in the awareness state: two Yjs relative positions. */
type Cursor = { anchor: Y.RelativePosition; head: Y.RelativePosition };

/**
 * Result of a step. `waits`: not done, because the visitor is in the block. `gone`: the writer's
 * block was removed.
 */
export type Done = 'done' | 'waits' | 'gone';

/** A writer who follows a script, character by character. */
export type ScriptedWriter = {
  select(block: number, from: number, to: number): void;
  standAtEndOf(block: number): void;
  write(letter: string): Done;
  erase(): Done;
  beginParagraph(): Done;
};

/**
 * Creates a scripted writer. It writes at its own caret and only erases its own characters. While
 * the visitor's caret is in the same block, it waits, so that it never interferes with the
 * visitor's text.
 */
export function seatWriter(seat: Seat, who: Writer, visitorId: () => number): ScriptedWriter {
  const { doc, awareness } = seat;
  const { text } = rootsOf(doc);
  const caret = writerCaret(seat);
  let own = '';
  awareness.setLocalStateField('user', who);

  /** Performs an action at the writer's caret, unless the visitor is in the block. */
  function act(work: (index: number, block: SheetBlock) => void): Done {
    const at = caret.here();
    if (at === null) {
      caret.leave();
      return 'gone';
    }
    if (isIn(seat, visitorId(), at.block)) return 'waits';
    doc.transact(() => work(at.index, at.block));
    return 'done';
  }

  function standAtEndOf(block: number): void {
    const found = blocksIn(text)[block];
    own = '';
    if (found === undefined) return caret.leave();
    caret.enter(found);
    caret.put(found.end);
  }

  return {
    standAtEndOf,
    select(block, from, to) {
      const found = blocksIn(text)[block];
      if (found === undefined) return;
      caret.enter(found);
      caret.select(found.start + from, found.start + to);
    },
    write: (letter) =>
      act((index) => {
        text.insert(index, letter);
        own += letter;
        caret.put(index + letter.length);
      }),
    erase: () =>
      act((index, { start, words }) => {
        const last = own.slice(-1);
        // The character before the caret was not written by this writer: it is not erased.
        if (last === '' || words.slice(index - start - 1, index - start) !== last) return;
        own = own.slice(0, -1);
        text.delete(index - 1, 1);
        caret.put(index - 1);
      }),
    beginParagraph: () =>
      act((_, { marker: before, end }) => {
        text.insertEmbed(end, new Y.Map(Object.entries({ kind: 'paragraph' })));
        standAtEndOf(blocksIn(text).findIndex((block) => block.marker === before) + 1);
      }),
  };
}

/** Creates the caret of a writer: its position in the text, its block, and its awareness state. */
function writerCaret({ doc, awareness }: Seat) {
  const { text } = rootsOf(doc);
  let position: Y.RelativePosition | null = null;
  /** Marker of the writer's current block. */
  let marker: unknown = null;

  function show(anchor: Y.RelativePosition, head: Y.RelativePosition): void {
    position = head;
    awareness.setLocalStateField('cursor', { anchor, head } satisfies Cursor);
  }

  return {
    /** Sets the writer's current block. */
    enter(block: SheetBlock): void {
      ({ marker } = block);
    },
    /** Places the caret at a text index. */
    put(index: number): void {
      const at = Y.createRelativePositionFromTypeIndex(text, index, -1);
      show(at, at);
    },
    /** Selects the text between two indexes. */
    select(from: number, to: number): void {
      const at = (index: number, side: 0 | -1): Y.RelativePosition =>
        Y.createRelativePositionFromTypeIndex(text, index, side);
      show(at(from, 0), at(to, -1));
    },
    /** Returns the writer's current block and text index; null if the block was removed. */
    here(): { block: SheetBlock; index: number } | null {
      const at =
        position === null ? null : Y.createAbsolutePositionFromRelativePosition(position, doc);
      const block =
        at && blocksIn(text).find(({ start, end }) => start <= at.index && at.index <= end);
      return block && block.marker === marker ? { block, index: at.index } : null;
    },
    /** Removes the caret from the text. */
    leave(): void {
      position = null;
      awareness.setLocalStateField('cursor', null);
    },
  };
}

/** True if the caret or selection of a client begins or ends in a block. */
function isIn({ doc, awareness }: Seat, client: number, { start, end }: SheetBlock): boolean {
  const { text } = rootsOf(doc);
  const cursor = awareness.getStates().get(client)?.['cursor'] as
    { anchor: unknown; head: unknown } | null | undefined;
  return [cursor?.anchor, cursor?.head].some((position) => {
    if (!position) return false;
    const at = Y.createAbsolutePositionFromRelativePosition(
      Y.createRelativePositionFromJSON(position),
      doc,
    );
    return at !== null && at.type === text && start <= at.index && at.index <= end;
  });
}

/** Splits steps into single characters, so that a script can pause between any two. */
export function lettersOf(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step): readonly Step[] => {
    if (step.does === 'write')
      return [...step.text].map((letter) => ({ does: 'write', text: letter }));
    if (step.does === 'erase')
      return Array.from({ length: step.letters }, () => ({ does: 'erase', letters: 1 }));
    return [step];
  });
}

/** Performs one step of {@link lettersOf}. */
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
