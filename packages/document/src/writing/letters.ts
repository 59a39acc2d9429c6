import * as Y from 'yjs';
import { isSuggestionMark } from '../suggestions/stamp.ts';

/** The letters and things in a shared text, each with its formats, but none that suggests something. `isThere` tells which formats hold. */
export function* lettersOf(
  text: Y.XmlText,
  isThere: (item: Y.Item) => boolean,
): Generator<{ item: Y.Item; format: Record<string, unknown> }> {
  const open = new Map<string, unknown>();
  for (let item = text._start; item !== null; item = item.right) {
    const { content } = item;
    if (!(content instanceof Y.ContentFormat)) {
      if (item.countable) yield { item, format: Object.fromEntries(open) };
    } else if (isThere(item) && !isSuggestionMark(content.key.replace(/--.*$/, ''))) {
      if (content.value === null) open.delete(content.key);
      else open.set(content.key, content.value);
    }
  }
}

/** The block of a document that holds an element, or held it. */
export function topOf(element: Y.XmlElement, root: Y.XmlFragment): Y.Item | null {
  let top: Y.Item | null = element._item;
  while (top !== null && top.parent !== root) top = top.parent instanceof Y.AbstractType ? top.parent._item : null;
  return top;
}
