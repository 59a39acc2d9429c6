import { Fragment, Slice, type Node, type ResolvedPos } from '@tiptap/pm/model';
import type { Command } from '@tiptap/pm/state';
import { ReplaceAroundStep } from '@tiptap/pm/transform';

/**
 * Nodes whose last block can take the text of the following block: quotes, lists and their items.
 */
const open: ReadonlySet<string> = new Set([
  'blockquote',
  'bulletList',
  'orderedList',
  'taskList',
  'listItem',
  'taskItem',
]);

/**
 * Joins the block at the caret with the last block of the preceding quote or list. If that block
 * has no text of its own, such as a table, the block at the caret becomes the one after it. The
 * text is moved by one step that maps its positions, so its units stay the same and keep their
 * suggestions and comments. A block in a quote after a sibling quote is left to the command that
 * lifts it out.
 */
export const joinIntoContainer: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parentOffset > 0 || $from.depth === 0)
    return false;
  const around = $from.node(-1);
  const before = around.maybeChild($from.index(-1) - 1);
  if (before === null || !open.has(before.type.name)) return false;
  if (before.type === around.type && before.type.name === 'blockquote') return false;
  const containers: Node[] = [];
  let last: Node | null = before;
  for (; last !== null && open.has(last.type.name); last = last.lastChild) containers.push(last);
  if (last?.isTextblock === true) {
    dispatch?.(state.tr.delete($from.before() - containers.length - 1, $from.pos).scrollIntoView());
    return true;
  }
  const step = movingInto(containers, $from);
  if (step === null) return false;
  dispatch?.(state.tr.step(step).scrollIntoView());
  return true;
};

/**
 * Returns the step that moves a block to the end of the innermost of the containers before it, from
 * the outermost. Returns null if that cannot have it.
 */
function movingInto(containers: readonly Node[], $from: ResolvedPos): ReplaceAroundStep | null {
  const innermost = containers.at(-1);
  const end = innermost?.childCount ?? 0;
  if (innermost?.canReplaceWith(end, end, $from.parent.type) !== true) return null;
  const closing = containers.reduceRight(
    (content, container) => Fragment.from(container.copy(content)),
    Fragment.empty,
  );
  const [start, after] = [$from.before(), $from.after()];
  const slice = new Slice(closing, containers.length, 0);
  return new ReplaceAroundStep(start - containers.length, after, start, after, slice, 0, true);
}
