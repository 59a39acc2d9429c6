import { isSuggestionMark } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { DOMParser, type Mark, type Node, type TagParseRule } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/**
 * Lets the editor parse suggestions from its own DOM. After browser input at the edge of a
 * suggestion, the editor parses the line again. Without these rules it would replace the
 * suggestions in the line. Pasted HTML never creates suggestions.
 */
export function domParsingPlugin(editor: Editor): Plugin {
  const { schema } = editor;
  const plain = DOMParser.fromSchema(schema);
  const rules = Object.keys(schema.marks)
    .filter(isSuggestionMark)
    .map((name): TagParseRule => ({
      tag: '[data-suggestion]',
      mark: name,
      getAttrs: (element) => renderedMark(editor, element, name)?.attrs ?? false,
    }));
  const props = {
    domParser: new DOMParser(schema, [...rules, ...plain.rules]),
    clipboardParser: plain,
  };
  return new Plugin({ key: new PluginKey('domParsing'), props });
}

/**
 * Returns the suggestion mark that an element renders. Browsers clone the elements of marks when
 * they split or join lines; ProseMirror knows only the originals. A clone may be in another block
 * than the text of its suggestion.
 */
function renderedMark({ view, state }: Editor, element: HTMLElement, name: string): Mark | null {
  if (!view.dom.contains(element)) return null;
  const isRendered = (mark: Mark): boolean => mark.type.name === name && rendersAs(mark, element);
  const block = state.doc.resolve(view.posAtDOM(element, 0)).parent;
  return markIn(block, isRendered) ?? markIn(state.doc, isRendered);
}

/** Returns the first mark in a node that fulfils a condition. */
function markIn(root: Node, condition: (mark: Mark) => boolean): Mark | null {
  let found: Mark | null = null;
  root.descendants(({ marks }) => {
    found ??= marks.find(condition) ?? null;
    return found === null;
  });
  return found;
}

/** Attributes by which the elements of two suggestion marks differ. */
const identifyingAttributes = ['data-suggestion', 'data-adds', 'data-removes'] as const;

/**
 * True if a mark is rendered as such an element. The insertion and the deletion of one suggestion
 * share its id.
 */
function rendersAs(mark: Mark, element: HTMLElement): boolean {
  const drawn: unknown = mark.type.spec.toDOM?.(mark, true);
  if (!Array.isArray(drawn) || typeof drawn[0] !== 'string' || drawn[0] !== element.localName)
    return false;
  const attributes = drawn[1] as Readonly<Record<string, unknown>>;
  return identifyingAttributes.every(
    (name) => (attributes[name] ?? null) === element.getAttribute(name),
  );
}
