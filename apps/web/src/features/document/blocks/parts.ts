import { stampsOf, suggestionMarks } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import type { ViewMutationRecord } from '@tiptap/pm/view';

let fields = 0;

/** Adds a field with its visible label to a row of tools. */
export function labelled(tools: HTMLElement, name: string, type: 'text' | 'range' | 'date' | 'url'): HTMLInputElement {
  const label = document.createElement('label');
  const field = document.createElement('input');
  field.type = type;
  field.id = `blockField${(fields += 1)}`;
  label.htmlFor = field.id;
  label.textContent = name;
  tools.contentEditable = 'false';
  tools.append(label, field);
  return field;
}

/** The attributes in the page by which a node's suggestions are found and shown; null for those that it does not have. */
export function signsOf(node: Node): (readonly [string, string | null])[] {
  return suggestionMarks.map((name) => [`data-${name}`, stampsOf(node.attrs[name])[0]?.id ?? null] as const);
}

/**
 * Makes the `ignoreMutation` of a node view that has content. The editor ignores changes of its frame, and reads those of the content, and
 * that the browser took the element of the content away, as it does with the last letters of code.
 */
export function ignoringFrame(contentDOM: HTMLElement): (mutation: ViewMutationRecord) => boolean {
  return (mutation) => {
    const takesContent = mutation.type === 'childList' && [...mutation.removedNodes].some((node) => node.contains(contentDOM));
    return !takesContent && !contentDOM.contains(mutation.target);
  };
}

/** A size in bytes, as people say it. */
export function sizeName(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < units.length - 1) [size, unit] = [size / 1_000, unit + 1];
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}
