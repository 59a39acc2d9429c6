import { isSuggestionMark } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { DOMParser, type Mark, type TagParseRule } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/**
 * Lets the editor read suggestions off its own page. Where the browser has written over the edge of one, the editor reads the line from the page
 * again; without this, it would replace what is suggested in the line. What is pasted suggests nothing.
 */
export function ownWordsPlugin(editor: Editor): Plugin {
  const { schema } = editor;
  const plain = DOMParser.fromSchema(schema);
  const rules = Object.keys(schema.marks)
    .filter(isSuggestionMark)
    .map((name): TagParseRule => ({
      tag: '[data-suggestion]',
      mark: name,
      getAttrs: (element) => drawnMark(editor, element, name)?.attrs ?? false,
    }));
  const props = { domParser: new DOMParser(schema, [...rules, ...plain.rules]), clipboardParser: plain };
  return new Plugin({ key: new PluginKey('ownWords'), props });
}

/** The mark of a name that an element shows: one of those in its line. */
function drawnMark({ view, state }: Editor, element: HTMLElement, name: string): Mark | null {
  if (!view.dom.contains(element)) return null;
  const id = element.dataset['suggestion'];
  let found: Mark | null = null;
  state.doc.resolve(view.posAtDOM(element, 0)).parent.forEach(({ marks }) => {
    found ??= marks.find(({ type, attrs }) => type.name === name && attrs['id'] === id) ?? null;
  });
  return found;
}
