import { Extension, type Editor } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { useEffect } from 'react';

/** A step through the undo history of a document. */
type Step = 'undo' | 'redo';

/** Input types with which browsers request undo and redo: by keys, menus, or shaking a phone. */
const nativeSteps: Readonly<Record<string, Step>> = { historyUndo: 'undo', historyRedo: 'redo' };

/**
 * Replaces the browser's own undo of the editable element with the undo of the document. The
 * browser has one undo stack per page. Ctrl+Z in an empty field or on a button would revert DOM
 * changes in the text. The editor would then save these as typed by its user. The browser
 * dispatches `beforeinput` for each step on the element that it is about to change.
 */
export const DocumentUndo = Extension.create({
  name: 'documentUndo',
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        key: new PluginKey('documentUndo'),
        props: {
          handleDOMEvents: {
            beforeinput(_view, event) {
              const step = nativeSteps[event.inputType];
              if (step === undefined) return false;
              event.preventDefault();
              if (!isTextField(document.activeElement)) run(editor, step);
              return true;
            },
          },
        },
      }),
    ];
  },
});

/**
 * Applies the keys of undo and redo to the document wherever the focus is on the page. Exceptions
 * are fields with their own text, and dialogs.
 * @param editor The editor of the document.
 * @param isOn False while the text is read-only: the keys are left to the browser.
 */
export function useUndoKeys(editor: Editor, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (step === null || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      run(editor, step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [editor, isOn]);
}

/**
 * Returns the step that a key press requests, or null.
 * @example stepOf({ key: 'z', ctrlKey: true, metaKey: false, altKey: false, shiftKey: true }) //
 * 'redo'
 */
export function stepOf(
  press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): Step | null {
  if (press.altKey || press.ctrlKey === press.metaKey) return null;
  const key = press.key.toLowerCase();
  if (key === 'z') return press.shiftKey ? 'redo' : 'undo';
  return key === 'y' && !press.shiftKey ? 'redo' : null;
}

function run(editor: Editor, step: Step): void {
  if (editor.isDestroyed || !editor.isEditable) return;
  editor.commands[step]();
}

/** Types of `input` that hold no text to undo. */
const withoutText = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

function isTextField(element: unknown): boolean {
  if (element instanceof HTMLInputElement) return !withoutText.has(element.type);
  return element instanceof HTMLTextAreaElement;
}

function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    isTextField(target) ||
    target.isContentEditable ||
    target.closest('[role=dialog], [role=alertdialog]') !== null
  );
}
