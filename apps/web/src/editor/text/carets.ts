import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type DecorationAttrs, type EditorView } from '@tiptap/pm/view';
import type { Replica } from '@longhand/text';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { replicaOf } from './bound-text.ts';
import { unitBefore } from './units.ts';
import { decorate } from './decorate.ts';

/** Name and colour shown at a user's caret. */
export type CaretCard = { readonly name: string; readonly color: string };

/** Renderers for remote carets and selections. */
export type CaretLook = {
  readonly caret: (card: CaretCard, clientId: number) => HTMLElement;
  readonly selected: (card: CaretCard) => DecorationAttrs;
};

/** A selection in an awareness state: Yjs relative positions as JSON. */
export type CaretSelection = { readonly anchor: unknown; readonly head: unknown };

type RenderedCaret = { readonly card: CaretCard; readonly anchor: number; readonly head: number };

const key = new PluginKey<DecorationSet>('carets');

/**
 * Maximum rate at which the local caret is published while its user types in a line (ms). Other
 * pages move it with the typed text.
 */
const typingPause = 500;

/** Moved remote carets by client id; null for a caret that is no longer shown. */
type Moved = ReadonlyMap<number, RenderedCaret | null>;

/**
 * Renders remote carets, and publishes the local one. Carets are mapped through changes; they are
 * resolved again only when their users move them. Malformed states are ignored.
 */
export function caretsPlugin(editor: Editor, awareness: Awareness, look: CaretLook): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, set) {
        const moved = tr.getMeta(key) as Moved | undefined;
        const mapped = tr.docChanged ? set.map(tr.mapping, tr.doc) : set;
        return moved === undefined ? mapped : redrawn(mapped, tr.doc, moved, look);
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      const others = drawOthers(editor, awareness, view);
      const teller = tellerOf(editor, awareness);
      view.dom.addEventListener('focus', teller.tell);
      view.dom.addEventListener('blur', teller.tell);
      return {
        update(now, before) {
          teller.update(now, before);
          if (now.state.doc !== before.doc) others.textChanged();
        },
        destroy() {
          others.stop();
          // Editors recreate the views of all plugins when one is added or removed.
          teller.flush();
          view.dom.removeEventListener('focus', teller.tell);
          view.dom.removeEventListener('blur', teller.tell);
          queueMicrotask(() => {
            if (editor.isDestroyed) awareness.setLocalStateField('cursor', null);
          });
        },
      };
    },
  });
}

/** Returns the position of a remote caret; null if it is not shown. */
export function caretPosition(state: EditorState, clientId: number): number | null {
  const own = key
    .getState(state)
    ?.find(undefined, undefined, ({ client }) => client === clientId)
    .find(({ from, to }) => from === to);
  return own?.from ?? null;
}

/** Replaces the decorations of the moved carets. */
function redrawn(set: DecorationSet, doc: Node, moved: Moved, look: CaretLook): DecorationSet {
  const left = set.remove(
    set.find(undefined, undefined, ({ client }) => moved.has(client as number)),
  );
  return left.add(
    doc,
    [...moved].flatMap(([client, drawn]) =>
      drawn === null ? [] : decorations(client, drawn, look),
    ),
  );
}

/** Clients of a change of the awareness. */
type Change = { readonly added: number[]; readonly updated: number[]; readonly removed: number[] };

/** Draws the remote carets of a view whenever their users move them, once per frame. */
function drawOthers(
  editor: Editor,
  awareness: Awareness,
  view: EditorView,
): { textChanged: () => void; stop: () => void } {
  const waiting = new Set<number>();
  const missing = new Set<number>();
  let frame: number | null = null;
  let isGone = false;

  function draw(): void {
    frame = null;
    const replica = replicaOf(editor);
    if (isGone || view.isDestroyed || replica === null) return;
    // Rendering a caret beside composed text would end its composition. An editor that lags behind
    // would place carets wrongly.
    if (view.composing) return later();
    const moved = new Map(
      [...waiting].map((client) => [client, drawnOf(awareness, client, replica)]),
    );
    waiting.clear();
    // The text before the caret may not have arrived yet.
    for (const [client, drawn] of moved)
      if (drawn === null && isRecord(awareness.getStates().get(client)?.['cursor']))
        missing.add(client);
    decorate(view, key, moved);
  }
  function later(): void {
    frame ??= requestAnimationFrame(draw);
  }
  function heard({ added, updated, removed }: Change): void {
    for (const client of [...added, ...updated, ...removed])
      if (client !== awareness.clientID) waiting.add(client);
    if (waiting.size > 0) later();
  }

  heard({ added: [...awareness.getStates().keys()], updated: [], removed: [] });
  awareness.on('change', heard);
  return {
    textChanged() {
      if (missing.size === 0) return;
      for (const client of missing) waiting.add(client);
      missing.clear();
      later();
    },
    stop() {
      isGone = true;
      if (frame !== null) cancelAnimationFrame(frame);
      awareness.off('change', heard);
    },
  };
}

type Teller = {
  readonly tell: () => void;
  readonly update: (view: EditorView, before: EditorState) => void;
  /** Publishes the caret now if it waits to be published. */
  readonly flush: () => void;
};

/** Publishes the local caret: when it moves relative to the text, not for each remote character. */
function tellerOf(editor: Editor, awareness: Awareness): Teller {
  let lastSent = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tell = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const replica = replicaOf(editor);
    const now = awareness.getLocalState();
    if (editor.isDestroyed || replica === null || now === null) return;
    const { view } = editor;
    if (!view.hasFocus()) {
      if (isRecord(now['cursor'])) awareness.setLocalStateField('cursor', null);
      return;
    }
    const { anchor, head } = view.state.selection;
    const cursor: CaretSelection = {
      anchor: placeAt(replica, anchor),
      head: placeAt(replica, head),
    };
    const current = JSON.stringify(cursor);
    if (current === lastSent && isRecord(now['cursor'])) return;
    lastSent = current;
    awareness.setLocalStateField('cursor', cursor);
  };
  return {
    tell,
    flush() {
      if (timer !== null) tell();
    },
    update(view, before) {
      const isSame = view.state.doc === before.doc && view.state.selection.eq(before.selection);
      if (isSame || !view.hasFocus()) return;
      const isPublished = isRecord(awareness.getLocalState()?.['cursor']);
      if (isPublished && isTyping(before, view.state)) timer ??= setTimeout(tell, typingPause);
      else tell();
    },
  };
}

/** True if the text changed, and the caret is in the same line as before. */
function isTyping(before: EditorState, { doc, selection }: EditorState): boolean {
  return (
    doc !== before.doc &&
    selection.empty &&
    before.selection.empty &&
    selection.$head.parent.inlineContent &&
    selection.$head.start() === before.selection.$head.start()
  );
}

/** Returns the relative position after the unit before a position. */
function placeAt({ rendering, roots }: Replica, pos: number): unknown {
  const unit = unitBefore(rendering, pos);
  const place =
    unit === null
      ? Y.createRelativePositionFromTypeIndex(roots.text, 0, -1)
      : new Y.RelativePosition(null, null, Y.createID(...unit), -1);
  return Y.relativePositionToJSON(place) as unknown;
}

function drawnOf(awareness: Awareness, client: number, replica: Replica): RenderedCaret | null {
  const state: unknown = awareness.getStates().get(client);
  if (!isRecord(state) || !isRecord(state['user']) || !isRecord(state['cursor'])) return null;
  const { name, color } = state['user'];
  if (typeof name !== 'string' || typeof color !== 'string') return null;
  const [anchor, head] = [
    placeIn(replica, state['cursor']['anchor']),
    placeIn(replica, state['cursor']['head']),
  ];
  return anchor === null || head === null ? null : { card: { name, color }, anchor, head };
}

/** Returns the editor position of a relative position; null if it cannot be resolved here. */
function placeIn(replica: Replica, place: unknown): number | null {
  if (!isPosition(place)) return null;
  const found = Y.createAbsolutePositionFromRelativePosition(
    Y.createRelativePositionFromJSON(place),
    replica.doc,
  );
  return found?.type === replica.roots.text ? replica.positionOf(found.index) : null;
}

function decorations(
  client: number,
  { card, anchor, head }: RenderedCaret,
  look: CaretLook,
): Decoration[] {
  const { caret, selected } = look;
  const widget = Decoration.widget(head, () => caret(card, client), {
    key: `caret ${client}`,
    side: 10,
    client,
  });
  if (anchor === head) return [widget];
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)];
  return [widget, Decoration.inline(from, to, selected(card), { client, inclusiveEnd: true })];
}

/** True for a Yjs relative position in JSON: an item, or the end of a type with a name or id. */
function isPosition(position: unknown): position is Record<string, unknown> {
  if (!isRecord(position)) return false;
  const { item, type, tname } = position;
  return (
    [item, type].every(isIdOrNothing) && (tname === null || tname === undefined || tname === 'text')
  );
}

function isIdOrNothing(id: unknown): boolean {
  if (id === null || id === undefined) return true;
  return isRecord(id) && Number.isSafeInteger(id['client']) && Number.isSafeInteger(id['clock']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
