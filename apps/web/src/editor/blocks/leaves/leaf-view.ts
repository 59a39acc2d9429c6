import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { NodeView } from '@tiptap/pm/view';
import { appendLabelled, signsOf } from '../parts.ts';

/** Rendering of a leaf whose content is one attribute, and the field that edits it. */
export type LeafForm = {
  readonly tag: 'span' | 'div' | 'sup' | 'time';
  readonly type: string;
  readonly attribute: string;
  /** Label of its field. */
  readonly label: string;
  readonly field: 'line' | 'lines' | 'date';
  /** Renders a value, which comes from the document, or from the field while the user types. */
  readonly draw: (face: HTMLElement, value: string, node: Node) => void;
};

/**
 * Node view of a leaf in the editor. A selected leaf (by arrow keys or a press) shows its field.
 * Enter moves into the field, Escape and Enter move back. Typed text is shown at once, and written
 * to the document when the field loses the focus. An empty leaf is removed.
 */
export class LeafView implements NodeView {
  readonly dom: HTMLElement;
  private readonly face = document.createElement('span');
  private readonly tools = document.createElement('span');
  private readonly input: HTMLInputElement | HTMLTextAreaElement;
  private node: Node;
  private readonly form: LeafForm;
  private readonly editor: Editor;
  private readonly getPos: () => number | undefined;

  constructor(form: LeafForm, node: Node, editor: Editor, getPos: () => number | undefined) {
    [this.form, this.node, this.editor, this.getPos] = [form, node, editor, getPos];
    this.dom = document.createElement(form.tag);
    this.dom.dataset['type'] = form.type;
    this.face.className = 'leafFace';
    this.tools.className = 'blockTools';
    this.input = document.createElement(form.field === 'lines' ? 'textarea' : 'input');
    if (form.field === 'date') this.input.setAttribute('type', 'date');
    if (this.input instanceof HTMLTextAreaElement) this.input.rows = 3;
    this.input.spellcheck = form.type === 'footnote';
    appendLabelled(this.tools, form.label, this.input);
    this.input.addEventListener('input', () =>
      this.form.draw(this.face, this.input.value, this.node),
    );
    this.input.addEventListener('blur', () => this.keep());
    this.input.addEventListener('keydown', (event) => this.hear(event as KeyboardEvent));
    this.dom.append(this.face);
    if (editor.isEditable) this.dom.append(this.tools);
    this.draw();
  }

  update(next: Node): boolean {
    if (next.type !== this.node.type) return false;
    this.node = next;
    this.draw();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
    keepInside(this.tools);
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  stopEvent({ target }: Event): boolean {
    return target instanceof globalThis.Node && this.tools.contains(target);
  }

  ignoreMutation(): boolean {
    return true;
  }

  private get said(): string {
    const value: unknown = this.node.attrs[this.form.attribute];
    return typeof value === 'string' ? value : '';
  }

  private draw(): void {
    const isWriting = document.activeElement === this.input;
    if (!isWriting) this.input.value = this.said;
    this.form.draw(this.face, isWriting ? this.input.value : this.said, this.node);
    for (const [name, id] of signsOf(this.node)) {
      if (id === null) this.dom.removeAttribute(name);
      else this.dom.setAttribute(name, id);
    }
  }

  private keep(): void {
    const pos = this.getPos();
    const value = this.input.value.trim();
    if (pos === undefined || this.editor.isDestroyed) return;
    const { state, view } = this.editor;
    if (value === '') view.dispatch(state.tr.delete(pos, pos + this.node.nodeSize));
    else if (value !== this.said)
      view.dispatch(state.tr.setNodeAttribute(pos, this.form.attribute, value));
    // In suggesting mode the value is unchanged: render the document's value again.
    if (this.getPos() !== undefined) this.draw();
  }

  private hear(event: KeyboardEvent): void {
    const isDone =
      event.key === 'Enter' &&
      !event.isComposing &&
      (this.form.field !== 'lines' || event.ctrlKey || event.metaKey);
    if (event.key !== 'Escape' && !isDone) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') this.input.value = this.said;
    const { view, state } = this.editor;
    const pos = this.getPos();
    if (pos !== undefined) {
      const after = state.doc.resolve(Math.min(pos + this.node.nodeSize, state.doc.content.size));
      view.dispatch(state.tr.setSelection(TextSelection.near(after)));
    }
    // Leaving the field stores its value.
    view.focus();
  }
}

/** Moves fields below a leaf at the edge of a line into the window. */
function keepInside(tools: HTMLElement): void {
  tools.style.removeProperty('translate');
  const { left, right } = tools.getBoundingClientRect();
  const room = document.documentElement.clientWidth - 8;
  if (right > room) tools.style.translate = `${Math.max(room - right, 8 - left)}px 0`;
  else if (left < 8) tools.style.translate = `${Math.min(8 - left, room - right)}px 0`;
}

/** Focuses the field of the selected leaf. Returns false if there is none. */
export function enterLeaf({ state, view }: Editor): boolean {
  const { selection } = state;
  if (!(selection instanceof NodeSelection)) return false;
  const dom = view.nodeDOM(selection.from);
  const field =
    dom instanceof HTMLElement
      ? dom.querySelector<HTMLElement>(
          '.blockTools :is(input, textarea), [data-of="document"] a, .leafFace > a',
        )
      : null;
  field?.focus();
  return field !== null;
}

/** Focuses the field of a leaf of this type that was just inserted before the caret. */
export function enterNewLeaf(editor: Editor, type: string): void {
  const { doc, selection } = editor.state;
  let found: number | null = null;
  doc.nodesBetween(
    Math.max(selection.from - 3, 0),
    Math.min(selection.to + 1, doc.content.size),
    (node, pos) => {
      if (node.type.name === type) found = pos;
    },
  );
  if (found === null) return;
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(doc, found)));
  enterLeaf(editor);
}
