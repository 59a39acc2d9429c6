import { t } from '@lingui/core/macro';
import { Callout, calloutKinds } from '@longhand/document';
import { wrappingInputRule } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { calloutKind, calloutName } from './callout-names.ts';
import { ignoringFrame } from './parts.ts';
import { withStandIn } from '../viewport/block-views.ts';

/**
 * Callout in the editor: a select element for its kind, and an input rule for `!! ` at the
 * beginning of a line.
 */
export const EditorCallout = Callout.extend({
  addInputRules() {
    return [wrappingInputRule({ find: /^!!\s$/, type: this.type })];
  },
  addNodeView() {
    return withStandIn(({ node, editor, getPos, HTMLAttributes }) => {
      const dom = document.createElement('aside');
      const head = document.createElement('div');
      const kinds = document.createElement('select');
      const contentDOM = document.createElement('div');
      const draw = ({ attrs }: Node): void => {
        const kind = calloutKind(attrs['kind']);
        kinds.value = kind;
        dom.dataset['kind'] = kind;
        dom.ariaLabel = calloutName(kind);
      };
      for (const [name, value] of Object.entries(HTMLAttributes))
        dom.setAttribute(name, String(value));
      dom.dataset['type'] = 'callout';
      head.contentEditable = 'false';
      head.className = 'calloutHead coloured';
      kinds.ariaLabel = t`Kind of callout`;
      kinds.disabled = !editor.isEditable;
      kinds.append(...calloutKinds.map((kind) => new Option(calloutName(kind), kind)));
      kinds.addEventListener('change', () => {
        const pos = getPos();
        if (pos === undefined) return;
        editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'kind', kinds.value));
        // In suggesting mode the kind is unchanged: show the document's value again.
        draw(editor.state.doc.nodeAt(getPos() ?? pos) ?? node);
        editor.view.focus();
      });
      head.append(kinds);
      dom.append(head, contentDOM);
      draw(node);
      return {
        dom,
        contentDOM,
        update: (next) => {
          if (next.type !== node.type || !sameSigns(next, node)) return false;
          draw(next);
          return true;
        },
        stopEvent: ({ target }) => target instanceof globalThis.Node && head.contains(target),
        ignoreMutation: ignoringFrame(contentDOM),
      };
    });
  },
});

/**
 * True if two states of a node have the same suggestions. Suggestion attributes are only rendered
 * with the node.
 */
export function sameSigns(one: Node, other: Node): boolean {
  return ['insertion', 'deletion', 'modification', 'join'].every(
    (name) => one.attrs[name] === other.attrs[name],
  );
}
