import * as Y from 'yjs';

type Stacks = Pick<Y.UndoManager, 'undoStack' | 'redoStack'>;

/**
 * Takes something back, or does it again (`which`, done by `act` through `manager`), and with it what was opened anew. Where somebody else has
 * written in the middle of what is suggested, the suggestion ends before their letters and is opened anew behind them, by them; taking back where it
 * began and ended leaves that, and it would hold to the end of the line. What goes here comes again with the rest, in one step.
 */
export function withReopened(doc: Y.Doc, manager: Y.UndoManager, which: 'undo' | 'redo', act: () => void): void {
  const left = new Set<Y.Item>();
  const watch = (transaction: Y.Transaction): void => {
    if (transaction.origin !== manager) return;
    for (const type of transaction.changed.keys())
      if (type instanceof Y.XmlText) for (const item of leftOpen(type, transaction)) left.add(item);
  };
  doc.on('afterTransaction', watch);
  try {
    act();
  } finally {
    doc.off('afterTransaction', watch);
  }
  if (left.size === 0) return;
  const stack = which === 'undo' ? 'redoStack' : 'undoStack';
  const had = manager[stack].length;
  manager[which === 'undo' ? 'undoing' : 'redoing'] = true;
  try {
    doc.transact((transaction) => {
      for (const item of left) item.delete(transaction);
    }, manager);
  } finally {
    manager[which === 'undo' ? 'undoing' : 'redoing'] = false;
  }
  if (manager[stack].length > had) joinLast(manager, stack);
}

/** The beginnings of suggestions of this document's own client that others opened anew, where the suggestion was before and is no more. */
function leftOpen(text: Y.XmlText, { deleteSet, beforeState, doc }: Y.Transaction): Y.Item[] {
  const own = doc.clientID;
  const [before, after] = [new Set<string>(), new Set<string>()];
  const left: Y.Item[] = [];
  for (let item = text._start; item !== null; item = item.right) {
    if (!(item.content instanceof Y.ContentFormat)) continue;
    const { key, value } = item.content;
    const isNew = item.id.clock >= (beforeState.get(item.id.client) ?? 0);
    const was = !isNew && (!item.deleted || Y.isDeleted(deleteSet, item.id));
    if (item.id.client === own) {
      if (was) put(before, key, value !== null);
      if (!item.deleted) put(after, key, value !== null);
    } else if (!item.deleted && value !== null && before.has(key) && !after.has(key)) left.push(item);
  }
  return left;
}

function put(set: Set<string>, key: string, isIn: boolean): void {
  if (isIn) set.add(key);
  else set.delete(key);
}

/** Makes the last two steps of a stack one. */
function joinLast(manager: Stacks, stack: keyof Stacks): void {
  const last = manager[stack].pop();
  const step = manager[stack].at(-1);
  if (last === undefined || step === undefined) return;
  step.deletions = Y.mergeDeleteSets([step.deletions, last.deletions]);
  step.insertions = Y.mergeDeleteSets([step.insertions, last.insertions]);
}
