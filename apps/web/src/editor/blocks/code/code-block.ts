import { t } from '@lingui/core/macro';
import { SuggestibleCodeBlock } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { ignoringFrame, signsOf } from '../parts.ts';
import { codeColouring } from './colouring.ts';
import { languageOf, languages } from './languages.ts';
import { withStandIn } from '../../viewport/block-views.ts';

/** Code block in the editor: syntax highlighting, and a select element for its language. */
export const EditorCodeBlock = SuggestibleCodeBlock.extend({
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), codeColouring()];
  },
  addNodeView() {
    return withStandIn(({ node, editor, getPos }) => {
      const dom = document.createElement('div');
      const pre = document.createElement('pre');
      const contentDOM = document.createElement('code');
      const choice = document.createElement('select');
      const draw = (next: Node): void => {
        const name: unknown = next.attrs['language'];
        const known = languageOf(name);
        const isOdd = known === null && typeof name === 'string' && name !== '';
        choice.querySelector('[data-odd]')?.remove();
        if (isOdd) {
          const odd = new Option(name, name);
          odd.dataset['odd'] = '';
          choice.append(odd);
        }
        choice.value = known?.id ?? (isOdd ? name : '');
        for (const [sign, id] of signsOf(next)) {
          if (id === null) pre.removeAttribute(sign);
          else pre.setAttribute(sign, id);
        }
      };
      dom.className = 'codeBlock';
      choice.contentEditable = 'false';
      choice.ariaLabel = t`Language of the code`;
      choice.disabled = !editor.isEditable;
      choice.append(
        new Option(t`Plain`, ''),
        ...languages.map(({ id, name }) => new Option(name, id)),
      );
      choice.addEventListener('change', () => {
        const pos = getPos();
        if (pos === undefined) return;
        editor.view.dispatch(
          editor.state.tr.setNodeAttribute(pos, 'language', choice.value || null),
        );
        // In suggesting mode the language is unchanged: show the document's value again.
        draw(editor.state.doc.nodeAt(getPos() ?? pos) ?? node);
        editor.view.focus();
      });
      pre.append(contentDOM);
      dom.append(choice, pre);
      draw(node);
      return {
        dom,
        contentDOM,
        update: (next) => {
          if (next.type !== node.type) return false;
          draw(next);
          return true;
        },
        stopEvent: ({ target }) => target === choice,
        ignoreMutation: ignoringFrame(contentDOM),
      };
    });
  },
});
