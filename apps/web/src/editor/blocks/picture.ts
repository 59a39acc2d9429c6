import { plural, t } from '@lingui/core/macro';
import {
  isOwnFile,
  isSafeImage,
  isSafeLink,
  linkTarget,
  pictureWidth,
  SafeImage,
} from '@longhand/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { labelled, signsOf } from './parts.ts';
import { withStandIn } from '../viewport/block-views.ts';

/** Minimum width of a picture (pixels). */
const narrowest = 48;

/**
 * Node view of a picture in the editor, with its caption, and fields for its attributes while it is
 * selected.
 */
export const EditorPicture = SafeImage.extend({
  draggable: true,
  addNodeView() {
    return withStandIn(({ node, editor, getPos }) => new PictureView(node, editor, getPos));
  },
});

class PictureView {
  readonly dom = document.createElement('figure');
  private readonly frame = document.createElement('div');
  private readonly caption = document.createElement('figcaption');
  private readonly tools = document.createElement('div');
  private readonly alt: HTMLInputElement;
  private readonly title: HTMLInputElement;
  private readonly width: HTMLInputElement;
  private readonly href: HTMLInputElement;
  private node: Node;
  private readonly editor: Editor;
  private readonly getPos: () => number | undefined;

  constructor(node: Node, editor: Editor, getPos: () => number | undefined) {
    [this.node, this.editor, this.getPos] = [node, editor, getPos];
    this.dom.className = 'picture';
    this.frame.className = 'pictureFrame';
    this.tools.className = 'blockTools';
    this.alt = labelled(this.tools, t`Description`, 'text');
    this.title = labelled(this.tools, t`Caption`, 'text');
    this.width = labelled(this.tools, t`Width`, 'range');
    this.href = labelled(this.tools, t`Link`, 'url');
    this.width.step = '8';
    this.width.min = String(narrowest);
    this.alt.addEventListener('change', () => this.set('alt', this.alt.value.trim() || null));
    this.title.addEventListener('change', () => this.set('title', this.title.value.trim() || null));
    this.href.addEventListener('change', () => this.set('href', linkTarget(this.href.value)));
    this.width.addEventListener('input', () => this.show(Number(this.width.value)));
    this.width.addEventListener('change', () => this.set('width', this.chosenWidth()));
    this.tools.addEventListener('keydown', (event) => this.leave(event));
    this.dom.append(this.frame, this.caption);
    if (editor.isEditable) this.dom.append(this.tools);
    this.draw();
  }

  update(next: Node): boolean {
    if (next.type !== this.node.type) return false;
    const isSame = ['src', 'href'].every((name) => next.attrs[name] === this.node.attrs[name]);
    this.node = next;
    if (isSame) this.describe();
    else this.draw();
    return true;
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode');
    this.width.max = String(this.widest());
    this.width.value = String(pictureWidth(this.node.attrs['width']) ?? this.widest());
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode');
  }

  stopEvent(event: Event): boolean {
    const { target } = event;
    return (
      target instanceof globalThis.Node &&
      (this.tools.contains(target) || target instanceof HTMLButtonElement)
    );
  }

  ignoreMutation(): boolean {
    return true;
  }

  private draw(): void {
    const { src } = this.node.attrs;
    this.frame.replaceChildren();
    if (isOwnFile(src)) {
      const image = document.createElement('img');
      image.src = src;
      image.addEventListener('error', () =>
        this.frame.replaceChildren(said(t`This picture cannot be shown.`)),
      );
      this.frame.append(this.linked(image));
      if (this.editor.isEditable) this.frame.append(this.handle());
    } else this.frame.append(isSafeImage(src) ? elsewhere(src) : said(t`No picture.`));
    this.describe();
  }

  /**
   * Wraps the picture in its link. In an editable document only a press with Ctrl or ⌘ held follows
   * it.
   */
  private linked(image: HTMLElement): HTMLElement {
    const { href } = this.node.attrs as Record<string, unknown>;
    if (!isSafeLink(href)) return image;
    const link = document.createElement('a');
    Object.assign(link, {
      href,
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
      draggable: false,
    });
    link.addEventListener('click', (event) => {
      if (this.editor.isEditable) event.preventDefault();
    });
    link.append(image);
    return link;
  }

  /** Updates everything that can change without reloading the picture. */
  private describe(): void {
    const { alt, title, width } = this.node.attrs as Record<string, string | null>;
    const image = this.frame.querySelector('img');
    if (image) image.alt = alt ?? '';
    this.caption.textContent = title ?? '';
    this.caption.hidden = (title ?? '') === '';
    if (document.activeElement !== this.alt) this.alt.value = alt ?? '';
    if (document.activeElement !== this.href)
      this.href.value = isSafeLink(this.node.attrs['href']) ? this.node.attrs['href'] : '';
    if (document.activeElement !== this.title) this.title.value = title ?? '';
    this.show(pictureWidth(width));
    for (const [name, id] of signsOf(this.node)) {
      if (id === null) this.dom.removeAttribute(name);
      else this.dom.setAttribute(name, id);
    }
  }

  private show(width: number | null): void {
    this.frame.style.width = width === null ? '' : `${width}px`;
    this.width.setAttribute(
      'aria-valuetext',
      width === null ? t`Original width` : plural(width, { one: '# pixel', other: '# pixels' }),
    );
  }

  private widest(): number {
    const room = this.dom.parentElement?.clientWidth ?? 576;
    const natural = this.frame.querySelector('img')?.naturalWidth ?? 0;
    return Math.max(narrowest, natural > 0 ? Math.min(natural, room) : room);
  }

  /** Returns null for a picture of full width, so that it also fills wider paper. */
  private chosenWidth(): number | null {
    const width = Number(this.width.value);
    return width >= this.widest() - 7 ? null : width;
  }

  private set(name: string, value: string | number | null): void {
    const pos = this.getPos();
    if (pos === undefined || this.node.attrs[name] === value) return;
    this.editor.view.dispatch(this.editor.state.tr.setNodeAttribute(pos, name, value));
    // In suggesting mode the picture is unchanged: show the document's values again.
    this.describe();
  }

  private leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && !(event.key === 'Enter' && event.target !== this.width)) return;
    event.preventDefault();
    if (event.target instanceof HTMLElement) event.target.blur();
    this.editor.view.focus();
  }

  /** Creates the drag handle for the width. Keyboard users have the width field. */
  private handle(): HTMLElement {
    const handle = document.createElement('button');
    handle.type = 'button';
    handle.tabIndex = -1;
    handle.ariaHidden = 'true';
    handle.className = 'pictureHandle';
    handle.addEventListener('pointerdown', (down) => {
      down.preventDefault();
      handle.setPointerCapture(down.pointerId);
      const [start, widest, right] = [
        this.frame.offsetWidth,
        this.widest(),
        getComputedStyle(this.dom).direction === 'rtl' ? -1 : 1,
      ];
      let width = start;
      const move = ({ clientX }: PointerEvent): void => {
        width = Math.round(
          Math.min(Math.max(start + (clientX - down.clientX) * right * 2, narrowest), widest),
        );
        this.show(width);
      };
      const stop = ({ type }: Event): void => {
        handle.removeEventListener('pointermove', move);
        for (const name of ['pointerup', 'pointercancel']) handle.removeEventListener(name, stop);
        if (type === 'pointerup' && width !== start)
          this.set('width', width >= widest ? null : width);
        else this.describe();
      };
      handle.addEventListener('pointermove', move);
      for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, stop);
    });
    return handle;
  }
}

function said(sentence: string): HTMLElement {
  const box = document.createElement('span');
  box.className = 'noPicture';
  box.textContent = sentence;
  return box;
}

/**
 * Creates a placeholder: no remote picture is loaded, because its server would learn of every
 * reader.
 */
function elsewhere(src: string): HTMLElement {
  const box = said(t`Image on ${{ host: new URL(src).host }} (not loaded). `);
  const link = document.createElement('a');
  link.href = src;
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow';
  link.textContent = t`Open original`;
  link.addEventListener('click', (event) => event.stopPropagation());
  box.append(link);
  return box;
}
