import * as Y from 'yjs';

/** Blocks that hold text. Source: the schema, nodes with inline content. */
const textBlocks: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock']);

/**
 * Gives each empty block that is made here a place for its text, at once. Without it the text node is made with the first letter: two
 * people who begin to type into the same new paragraph make two, and the editor's binding of each joins both, so that the first
 * letters stand twice. Answers a function that ends it. For those who may write only.
 */
export function keepTextPlaces(doc: Y.Doc): () => void {
  const after = (transaction: Y.Transaction): void => {
    if (!transaction.local) return;
    const empty = new Set<Y.XmlElement>();
    for (const type of transaction.changed.keys()) {
      if (isEmptyTextBlock(type)) empty.add(type);
      if (type instanceof Y.XmlFragment) for (const child of type.toArray()) if (isEmptyTextBlock(child)) empty.add(child);
    }
    if (empty.size === 0) return;
    doc.transact(() => {
      for (const block of empty) block.insert(0, [new Y.XmlText()]);
    }, placed);
  };
  doc.on('afterTransaction', after);
  return () => doc.off('afterTransaction', after);
}

/** The origin of these changes: nobody's to undo. */
const placed = Symbol('a place for text');

function isEmptyTextBlock(type: unknown): type is Y.XmlElement {
  return type instanceof Y.XmlElement && type.length === 0 && type._item?.deleted === false && textBlocks.has(type.nodeName);
}
