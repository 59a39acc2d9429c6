import { t } from '@lingui/core/macro';
import { Mention } from '@longhand/document';
import { Extension, type Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { shownName } from '../../../language/person-names.ts';
import { signsOf } from '../parts.ts';

/**
 * Fetches the current title of another document; null if the user may not read it or the request is
 * not possible.
 */
export type TitleOf = (documentId: string) => Promise<string | null>;

declare module '@tiptap/core' {
  interface Storage {
    titles: { titleOf: TitleOf | null };
  }
}

/** Extension that provides titles to mentions of documents. */
export const Titles = Extension.create<
  { readonly titleOf: TitleOf | null },
  { titleOf: TitleOf | null }
>({
  name: 'titles',
  addOptions: () => ({ titleOf: null }),
  addStorage() {
    return { titleOf: this.options.titleOf };
  },
});

/**
 * Mention of a user, or of a document with its current title. A document is opened by a press in
 * read-only mode, and by its link in the editor.
 */
export const EditorMention = Mention.extend({
  addNodeView() {
    return ({ node, editor }) => new MentionView(node, editor);
  },
});

class MentionView implements NodeView {
  readonly dom = document.createElement('span');
  private readonly face = document.createElement('span');
  private readonly link = document.createElement('a');
  private node: Node;
  private readonly editor: Editor;

  constructor(node: Node, editor: Editor) {
    [this.node, this.editor] = [node, editor];
    this.dom.dataset['type'] = 'mention';
    this.face.className = 'leafFace';
    this.dom.append(this.face);
    this.draw();
  }

  update(next: Node): boolean {
    if (next.type !== this.node.type || next.attrs['id'] !== this.node.attrs['id']) return false;
    this.node = next;
    this.draw();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  stopEvent({ target, type }: Event): boolean {
    return type !== 'mousedown' && target instanceof globalThis.Node && this.link.contains(target);
  }

  ignoreMutation(): boolean {
    return true;
  }

  private draw(): void {
    const { of, id, name } = this.node.attrs as Record<string, unknown>;
    const isDocument = of === 'document';
    this.dom.dataset['of'] = isDocument ? 'document' : 'person';
    for (const [sign, suggestion] of signsOf(this.node)) {
      if (suggestion === null) this.dom.removeAttribute(sign);
      else this.dom.setAttribute(sign, suggestion);
    }
    if (!isDocument) {
      this.face.textContent = `@${shownName(String(name))}`;
      return;
    }
    this.link.href = `/documents/${encodeURIComponent(String(id))}`;
    this.link.textContent = String(name) || t`A document`;
    if (this.link.parentNode === null) this.face.append(this.link);
    void this.freshen(String(id));
  }

  /** The title of a document may have changed since it was mentioned. */
  private async freshen(id: string): Promise<void> {
    const title = (await this.editor.storage.titles?.titleOf?.(id)) ?? null;
    if (title !== null) this.link.textContent = title;
  }
}
