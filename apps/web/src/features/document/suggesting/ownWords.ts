import { isSuggestionMark } from '@longhand/document';
import { DOMParser, type Mark, type Node, type Schema, type TagParseRule } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/** What the editor keeps at the elements that it has drawn: the mark, or the node, that an element shows. */
type Drawn = Element & { readonly pmViewDesc?: { readonly mark?: Mark; readonly node?: Node } };

/**
 * Lets the editor read suggestions off its own page. Where the browser has written over the edge of one, the editor reads the line from the page
 * again, as if it were anybody's; without this, what is only suggested would be text like any other. What is pasted suggests nothing.
 */
export function ownWordsPlugin(schema: Schema): Plugin {
  const plain = DOMParser.fromSchema(schema);
  const rules = Object.keys(schema.marks)
    .filter(isSuggestionMark)
    .map((name): TagParseRule => ({
      tag: '[data-suggestion]',
      mark: name,
      getAttrs: (element) => drawnMark(element, name)?.attrs ?? false,
    }));
  const props = { domParser: new DOMParser(schema, [...rules, ...plain.rules]), clipboardParser: plain };
  return new Plugin({ key: new PluginKey('ownWords'), props });
}

/** The mark of this name that an element shows, also where the browser has made a copy of the element. */
function drawnMark(element: Drawn, name: string): Mark | null {
  const { mark } = element.pmViewDesc ?? {};
  if (mark !== undefined) return mark.type.name === name ? mark : null;
  const id = element.getAttribute('data-suggestion');
  const isSplit = element.classList.contains('suggestedSplit');
  const root: Drawn | null = element.closest('.ProseMirror');
  let found: Mark | null = null;
  root?.pmViewDesc?.node?.descendants((node) => {
    found ??=
      node.marks.find(
        ({ type, attrs }) => type.name === name && attrs['id'] === id && (typeof attrs['split'] === 'string') === isSplit,
      ) ?? null;
    return found === null;
  });
  return found;
}
