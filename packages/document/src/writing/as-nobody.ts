import type * as Y from 'yjs';

/** A client that has written nothing: their ids are drawn from all 32 bits. */
const nobody = 0;

/**
 * Makes a shared document nobody's own until the answered function is called: for reading it into an editor, in one go. By itself the editor's binding
 * writes while it reads: a text that its own page has made, right beside another, it writes into that other one anew. Of three in a row it loses
 * the last, what others type in them meanwhile is taken away, and their words become one's own. Here texts that stand side by side are
 * read, and written (`writeLine`), as one.
 */
export function asNobody(doc: Y.Doc): () => void {
  const { clientID } = doc;
  doc.clientID = nobody;
  let isOver = false;
  return () => {
    if (!isOver) doc.clientID = clientID;
    isOver = true;
  };
}
