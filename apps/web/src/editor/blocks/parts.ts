import { parseSuggestedChanges, suggestionMarks } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import type { ViewMutationRecord } from '@tiptap/pm/view';
import { newId } from '../new-id.ts';
import { numberLocale } from '../../ui/dates.ts';

/** Appends a field with a visible label to a row of tools. */
export function appendLabelled(
  tools: HTMLElement,
  name: string,
  field: HTMLInputElement | HTMLTextAreaElement,
): void {
  const label = document.createElement('label');
  field.id = `field-${newId()}`;
  label.htmlFor = field.id;
  label.textContent = name;
  tools.contentEditable = 'false';
  tools.append(label, field);
}

/** Appends an input with a visible label to a row of tools. */
export function labelled(
  tools: HTMLElement,
  name: string,
  type: 'text' | 'range' | 'date' | 'url',
): HTMLInputElement {
  const field = document.createElement('input');
  field.type = type;
  appendLabelled(tools, name, field);
  return field;
}

/**
 * Returns the DOM attributes that identify and style a node's suggestions, with null for those that
 * are absent.
 */
export function signsOf(node: Node): (readonly [string, string | null])[] {
  return suggestionMarks.map(
    (name) => [`data-${name}`, parseSuggestedChanges(node.attrs[name])[0]?.id ?? null] as const,
  );
}

/**
 * Creates the `ignoreMutation` of a node view with content. Mutations of its frame are ignored.
 * Mutations of the content are read, and so is the removal of the content element. Browsers remove
 * that with the last characters of code.
 */
export function ignoringFrame(contentDOM: HTMLElement): (mutation: ViewMutationRecord) => boolean {
  return (mutation) => {
    const takesContent =
      mutation.type === 'childList' &&
      [...mutation.removedNodes].some((node) => node.contains(contentDOM));
    return !takesContent && !contentDOM.contains(mutation.target);
  };
}

/** Formats a size in bytes for display. */
export function sizeName(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < units.length - 1) [size, unit] = [size / 1_000, unit + 1];
  return `${size.toLocaleString(numberLocale, { maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`;
}
