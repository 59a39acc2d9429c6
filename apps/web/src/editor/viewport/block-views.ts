import type { NodeViewRenderer } from '@tiptap/core';
import { DOMSerializer, type Node, type Schema } from '@tiptap/pm/model';
import type { Decoration, EditorView, NodeView, NodeViewConstructor } from '@tiptap/pm/view';
import { blockAt, blockStarts } from './block-ranges.ts';
import { contentOf } from './block-content.ts';
import { isMarked } from './rendered-blocks.ts';
import { StandIn } from './stand-in.ts';
import type { ViewportMemory } from './viewport-memory.ts';

/** Parameters of the constructor of a node view. */
type NodeViewProps = {
  readonly node: Node;
  readonly view: EditorView;
  readonly getPos: () => number | undefined;
  readonly decorations: readonly Decoration[];
};

/**
 * Wraps the node view of a type of blocks: a top-level block is a stand-in while it is outside the
 * viewport. In editors without the extension `Viewport`, nothing changes.
 *
 * @example
 * Callout.extend({ addNodeView: () => withStandIn(({ node }) => new CalloutView(node)) })
 */
export function withStandIn(make: NodeViewRenderer): NodeViewRenderer {
  return (props) => {
    const memory = props.editor.storage.viewport?.memory;
    return memory === undefined ? make(props) : viewOf(props, memory, () => make(props));
  };
}

/** Creates node views for all blocks with content: as the schema renders them, or as stand-ins. */
export function plainViews(
  schema: Schema,
  memory: ViewportMemory,
): Record<string, NodeViewConstructor> {
  const make: NodeViewConstructor = (node, view, getPos, decorations) =>
    viewOf({ node, view, getPos, decorations }, memory, () => drawn(node));
  const types = Object.values(schema.nodes).filter(
    (type) => type.isBlock && !type.isLeaf && type !== schema.topNodeType,
  );
  return Object.fromEntries(types.map(({ name }) => [name, make]));
}

function viewOf(
  { node, view, getPos, decorations }: NodeViewProps,
  memory: ViewportMemory,
  make: () => NodeView,
): NodeView {
  if (!isTopLevel(view, getPos())) return make();
  return isMarked(decorations) || contentOf(node).hasToggle
    ? replaceable(make(), node)
    : new StandIn(node, memory.heights);
}

/** Makes the node view of a top-level block end when the block leaves the viewport. */
function replaceable(nodeView: NodeView, block: Node): NodeView {
  const update = nodeView.update?.bind(nodeView);
  let shown = block;
  nodeView.update = (next, decorations, inner) => {
    if (!isMarked(decorations) && !contentOf(next).hasToggle) return false;
    const isUpdated = update?.(next, decorations, inner) ?? next.sameMarkup(shown);
    // A refused block may be followed by others that are tried for the same view.
    if (isUpdated) shown = next;
    return isUpdated;
  };
  return nodeView;
}

/** Renders a block as the schema says. */
function drawn(block: Node): NodeView {
  const { toDOM } = block.type.spec;
  if (toDOM === undefined) throw new Error(`The schema renders no ${block.type.name}.`);
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, toDOM(block));
  if (!(dom instanceof HTMLElement)) throw new Error(`A ${block.type.name} is not an element.`);
  return { dom, contentDOM: contentDOM ?? null };
}

function isTopLevel({ state }: EditorView, pos: number | undefined): boolean {
  return pos !== undefined && blockStarts(state.doc)[blockAt(state.doc, pos)] === pos;
}
