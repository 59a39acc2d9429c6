import { Extension } from '@tiptap/core';
import { caretsPlugin } from '../../editor/text/carets.ts';
import type { Awareness } from 'y-protocols/awareness';
import { personStyle, type Card } from './person.ts';
import classes from './sheet.module.css';

/**
 * Renders the carets of the two scripted writers, with the same look as on the built page.
 */
export const SheetCarets = Extension.create<{ awareness: Awareness | null }>({
  name: 'sheetCarets',
  addOptions: () => ({ awareness: null }),
  addProseMirrorPlugins() {
    const { awareness } = this.options;
    if (awareness === null) return [];
    return [
      caretsPlugin(this.editor, awareness, {
        caret,
        selected: ({ color }: Card) => ({
          class: classes['selected'] ?? '',
          'data-person': '',
          style: personStyle(color),
        }),
      }),
    ];
  },
});

function caret({ name, color }: Card): HTMLElement {
  const element = document.createElement('span');
  element.className = classes['caret'] ?? '';
  element.dataset['person'] = '';
  element.setAttribute('aria-hidden', 'true');
  element.style.cssText = personStyle(color);
  const label = document.createElement('i');
  label.textContent = name;
  // The word joiners prevent a line break at the caret where there is no space.
  element.append('\u2060', label, '\u2060');
  return element;
}
