import { t } from '@lingui/core/macro';
import { Attachment, isOwnFile } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { signsOf, sizeName } from './parts.ts';
import { withStandIn } from '../viewport/block-views.ts';

/** Node view of an attachment in the editor: its name links to its file. */
export const EditorAttachment = Attachment.extend({
  draggable: true,
  addNodeView() {
    return withStandIn(({ node }) => {
      const dom = document.createElement('div');
      const link = document.createElement('a');
      const size = document.createElement('span');
      dom.dataset['type'] = 'attachment';
      link.setAttribute('download', '');
      dom.append(link, size);
      const draw = (next: Node): void => {
        const { src, name, size: bytes } = next.attrs as Record<string, unknown>;
        link.textContent = String(name) || t`A file`;
        if (isOwnFile(src)) link.href = src;
        else link.removeAttribute('href');
        size.textContent = typeof bytes === 'number' ? sizeName(bytes) : '';
        for (const [sign, id] of signsOf(next)) {
          if (id === null) dom.removeAttribute(sign);
          else dom.setAttribute(sign, id);
        }
      };
      draw(node);
      return {
        dom,
        update: (next) => {
          if (next.type !== node.type) return false;
          draw(next);
          return true;
        },
        stopEvent: ({ target, type }) => target === link && type === 'click',
        ignoreMutation: () => true,
      };
    });
  },
});
