import { Fragment, Slice } from '@tiptap/pm/model';
import { ReplaceAroundStep, type Transform } from '@tiptap/pm/transform';

/** Moves the list item at `at` into a list at the end of the item before it. Without one before it, it stays. */
export function sinkItem(tr: Transform, at: number): void {
  const $at = tr.doc.resolve(at);
  const [item, before, list] = [$at.nodeAfter, $at.nodeBefore, $at.parent];
  if (!item || before?.type !== item.type) return;
  const isNested = before.lastChild?.type === list.type;
  const inner = Fragment.from(isNested ? item.type.create() : null);
  const slice = new Slice(
    Fragment.from(item.type.create(null, Fragment.from(list.type.create(null, inner)))),
    isNested ? 3 : 1,
    0,
  );
  const after = at + item.nodeSize;
  tr.step(new ReplaceAroundStep(at - (isNested ? 3 : 1), after, at, after, slice, 1, true));
}
