import type { Node } from '@tiptap/pm/model';
import type { Command } from '@tiptap/pm/state';

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
 * Joins the block at the caret with the last block of the preceding quote or list. The text is
 * moved by one step that maps its positions, so its units stay the same and keep their suggestions
 * and comments. A block in a quote after a sibling quote is left to the command that lifts it out.
 */
export const joinIntoContainer: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parentOffset > 0 || $from.depth === 0)
    return false;
  const around = $from.node(-1);
  let last: Node | null = around.maybeChild($from.index(-1) - 1);
  if (last === null || !open.has(last.type.name)) return false;
  if (last.type === around.type && last.type.name === 'blockquote') return false;
  // Position after the node whose end is searched.
  let end = $from.before();
  for (; last !== null && open.has(last.type.name); last = last.lastChild) end -= 1;
  if (last?.isTextblock !== true) return false;
  dispatch?.(state.tr.delete(end - 1, $from.pos).scrollIntoView());
  return true;
};
