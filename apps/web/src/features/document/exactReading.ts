import { asNobody } from '@longhand/document';
import { beforeTaking } from '@longhand/sync';
import { Extension } from '@tiptap/core';
import { Slice, type Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, Transaction, type EditorState, type Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { getRelativeSelection, updateYFragment, ySyncPluginKey, ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { partsThatDiffer, type Part } from './differing.ts';

type Observer = (events: Y.YEvent<Y.XmlFragment>[], transaction: Y.Transaction) => void;

const key = new PluginKey('exactReading');

/**
 * Positions before the caret within which what others write keeps the caret in sight: some screens of text. Further up the browser holds what
 * is in sight by itself, and to ask where the caret is would lay out the page anew for each of their letters.
 */
const near = 8_000;

/**
 * Keeps the work of the editor's binding in proportion to what changed. By itself it forgets at each letter of somebody else what it knew of all
 * nodes, makes all of them anew and puts them in the place of the whole document, so that every plugin and the view go through all of it; and at each
 * letter written here, and each move of a caret, it compares all blocks. With this it remembers what has not changed, puts in only the
 * blocks that differ, and compares only those.
 */
export const ExactReading = Extension.create({
  name: 'exactReading',
  // Between the binding and `ExactWriting`, which writes before the binding compares.
  priority: 200,
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      view(view) {
        const binding = bindingIn(ySyncPluginKey.getState(view.state));
        if (binding === null) return {};
        const unbind = bindExactly(binding);
        return { destroy: unbind };
      },
    }),
  ],
});

function bindingIn(state: unknown): ProsemirrorBinding | null {
  if (typeof state !== 'object' || state === null || !('binding' in state) || !('type' in state)) return null;
  return state.type instanceof Y.XmlFragment ? (state.binding as ProsemirrorBinding | null) : null;
}

/** Does to a binding what {@link ExactReading} is for, until the answered function is called. */
export function bindExactly(binding: ProsemirrorBinding): () => void {
  const { type: root, mapping, _observeFunction: observe, _prosemirrorChanged: write } = binding;
  let written: Node | null = null;
  let coming: Narrowed | null = null;
  let isFar = false;
  let readDone = (): void => {};
  const read: Observer = (events, transaction) => {
    const before = (binding.prosemirrorView as EditorView | null)?.state.doc ?? null;
    isFar = false;
    // Where only letters came and went, a place is what it was; the binding would look for the block's words in all of the text.
    if (binding.beforeTransactionSelection !== null && [...transaction.changed.keys()].every((type) => type instanceof Y.XmlText))
      Object.assign(binding, {
        beforeTransactionSelection: { ...binding.beforeTransactionSelection, absAnchor: null, absHead: null },
      });
    readDone = asNobody(binding.doc);
    // The binding drops what changed, and then all the rest.
    mapping.clear = () => {};
    try {
      observe(events, transaction);
    } catch (error) {
      readDone();
      if (binding.beforeTransactionSelection === null) throw error;
      readDone = asNobody(binding.doc);
      // What is not shown would be taken for taken away at the next key. Rather lose sight of the caret.
      Object.assign(binding, { beforeTransactionSelection: null });
      observe(events, transaction);
    } finally {
      readDone();
      Reflect.deleteProperty(mapping, 'clear');
    }
    const shown = (binding.prosemirrorView as EditorView | null)?.state.doc ?? null;
    // What a plugin has added to it is still to be written.
    written = shown === coming?.tr.doc ? shown : null;
    if (isFar && written !== null) place.carry(before);
  };
  Object.defineProperty(binding, '_tr', {
    configurable: true,
    get() {
      // Asked for when all has been read, and is to be shown.
      readDone();
      // Far from what changed, the caret moves with the text; where it is in the shared one need not be asked.
      const onFar = (): void => {
        isFar = true;
        Object.assign(binding, { beforeTransactionSelection: null });
      };
      coming = narrowed((binding.prosemirrorView as EditorView).state, onFar);
      return coming.tr;
    },
  });
  const place = placeOfCaret(binding, (doc) => doc === written);
  binding.doc.off('beforeAllTransactions', binding.beforeAllTransactions);
  const { beforeAllTransactions } = binding;
  binding.beforeAllTransactions = () => {
    // What undo leaves here is where the caret was when something was done that is no more: that text may be longer than this one.
    if (binding.prosemirrorView !== null) binding.beforeTransactionSelection = place.now();
  };
  binding.doc.on('beforeAllTransactions', binding.beforeAllTransactions);
  const stopNoticing = beforeTaking(binding.doc, () => noticeCaret(binding));
  // Asked before the caret is brought into sight, and laying out the page is the answer.
  binding._isLocalCursorInView = () =>
    coming?.isNearCaret() === true && ProsemirrorBinding.prototype._isLocalCursorInView.call(binding);
  binding._prosemirrorChanged = (doc) => {
    if (doc === written) return;
    binding.doc.transact(() => {
      writeDifference(binding, doc);
      written = doc;
      if (binding.prosemirrorView)
        binding.beforeTransactionSelection = getRelativeSelection(binding, binding.prosemirrorView.state);
    }, ySyncPluginKey);
  };
  root.unobserveDeep(observe);
  root.observeDeep(read);
  binding._observeFunction = read;
  return () => {
    stopNoticing();
    // What it goes on with by itself, or lets go of next.
    if (binding.prosemirrorView !== null) {
      root.unobserveDeep(read);
      root.observeDeep(observe);
      binding.doc.off('beforeAllTransactions', binding.beforeAllTransactions);
      binding.doc.on('beforeAllTransactions', beforeAllTransactions);
    }
    binding.beforeAllTransactions = beforeAllTransactions;
    binding._observeFunction = observe;
    binding._prosemirrorChanged = write;
    for (const own of ['_tr', '_isLocalCursorInView']) Reflect.deleteProperty(binding, own);
  };
}

/** What the editor watches its page by: not public, and the same for years. */
type Watching = { readonly domObserver?: { flush(): void } };

/**
 * Lets the editor take notice of a caret that was moved in the browser a moment ago, before what others write is shown: it is told of it late on a busy
 * page, would put the caret back to where it knew it, and the next letter would be written there.
 */
function noticeCaret(binding: ProsemirrorBinding): void {
  const view = binding.prosemirrorView as (EditorView & Watching) | null;
  // While the editor writes into the shared text itself, this is locked.
  let isOwn = true;
  binding.mux(() => {
    isOwn = false;
  });
  if (!isOwn && view?.composing === false && view.hasFocus()) view.domObserver?.flush();
}

type Place = ReturnType<typeof getRelativeSelection>;

/**
 * Where the caret is in the shared text; asked for only when the text or the caret are others than the last time: it goes through all blocks before. What
 * is found while the shared text does not say yet what the editor shows (`isSame`) does not hold. `carry`: others have written somewhere
 * else than at the caret, in what was `before`; in the shared text it is where it was.
 */
function placeOfCaret(
  binding: ProsemirrorBinding,
  isSame: (doc: Node) => boolean,
): { now: () => Place; carry: (before: Node | null) => void } {
  let last: { doc: Node; selection: Selection; place: Place } | null = null;
  const stateOf = (): EditorState => (binding.prosemirrorView as EditorView).state;
  return {
    now() {
      const state = stateOf();
      const { doc, selection } = state;
      if (!isSame(doc)) return getRelativeSelection(binding, state);
      if (last === null || last.doc !== doc || !last.selection.eq(selection))
        last = { doc, selection, place: getRelativeSelection(binding, state) };
      return last.place;
    },
    carry(before) {
      if (last === null || last.doc !== before) return;
      const { doc, selection } = stateOf();
      last = { doc, selection, place: { ...last.place, absAnchor: selection.anchor, absHead: selection.head } };
    },
  };
}

/** A transaction in which replacing the whole document replaces only the blocks that differ, and whether any of those begins near above the caret. */
type Narrowed = { readonly tr: Transaction; isNearCaret(): boolean };

function narrowed(state: EditorState, onFar: () => void): Narrowed {
  const tr = state.tr.setMeta('addToHistory', false);
  let parts: readonly Part[] = [];
  const isNearCaret = (): boolean => {
    const { head } = tr.selection;
    return parts.some(({ from }) => from < head && head - from < near);
  };
  tr.replace = (from, to, slice = Slice.empty) => {
    const { content } = tr.doc;
    if (from !== 0 || to !== content.size || slice.openStart > 0 || slice.openEnd > 0)
      return Transaction.prototype.replace.call(tr, from, to, slice) as Transaction;
    parts = partsThatDiffer(content, slice.content);
    const { from: caretFrom, to: caretTo } = tr.selection;
    if (!isNearCaret() && parts.every((part) => caretTo <= part.from || caretFrom >= part.to)) onFar();
    // From the last one: none moves another.
    for (const part of parts.toReversed())
      Transaction.prototype.replace.call(tr, part.from, part.to, new Slice(part.content, 0, 0));
    return tr;
  };
  return { tr, isNearCaret };
}

/** Writes into the shared text what differs from it: as the binding does, which is shown only the one block where there is only one. */
function writeDifference(binding: ProsemirrorBinding, doc: Node): void {
  const { type: root, mapping } = binding;
  const shared: readonly unknown[] = root.toArray();
  const shows = (at: number): unknown => mapping.get(shared[at] as Y.XmlElement);
  const most = Math.min(shared.length, doc.childCount);
  let [first, last] = [0, 0];
  while (first < most && shows(first) === doc.child(first)) first += 1;
  while (last < most - first && shows(shared.length - 1 - last) === doc.child(doc.childCount - 1 - last)) last += 1;
  if (shared.length === doc.childCount && first + last === doc.childCount) return void mapping.set(root, doc);
  const [element, node] = [shared[first], doc.maybeChild(first)];
  const isOnly = shared.length === doc.childCount && first + last === doc.childCount - 1;
  if (isOnly && element instanceof Y.XmlElement && element.nodeName === node?.type.name) {
    updateYFragment(binding.doc, element, node, binding);
    mapping.set(root, doc);
  } else updateYFragment(binding.doc, root, doc, binding);
  const now = root.toArray();
  // What cannot be paired is made anew the next time.
  if (now.length !== doc.childCount) return mapping.clear();
  for (let i = first; i < now.length - last; i += 1) remember(mapping, now[i], doc.child(i));
}

/** Notes what the editor shows of a shared node and of all in it: where carets of others stand is counted by that. */
function remember(mapping: ProsemirrorBinding['mapping'], element: unknown, node: Node): void {
  if (!(element instanceof Y.XmlElement)) return;
  mapping.set(element, node);
  let at = 0;
  for (const child of element.toArray()) {
    if (!(child instanceof Y.XmlElement)) continue;
    while (node.maybeChild(at)?.isText) at += 1;
    const inner = node.maybeChild(at);
    if (inner === null) return;
    remember(mapping, child, inner);
    at += 1;
  }
}
