import { Transform } from '@tiptap/pm/transform';
import { initProseMirrorDoc, updateYFragment } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { editorSchema } from '../schema.ts';
import { takeOffSuggestions } from '../suggestions/direct.ts';
import { suggest } from '../suggestions/suggest.ts';
import type { Author } from '../suggestions/write.ts';
import { asNobody } from './as-nobody.ts';
import { writeChange } from './change.ts';
import { rescue } from './rescue.ts';
import type { Swallowed } from './swallowed.ts';

/**
 * Puts words back ({@link rescue}) into a shared text that no editor shows; as suggestions of `author` where one is given. Answers false, and changes
 * nothing, where that cannot be suggested.
 */
export function rescueShared(root: Y.XmlFragment, swallowed: readonly Swallowed[], author: Author | null): boolean {
  const done = root.doc && asNobody(root.doc);
  const { doc: before, meta } = initProseMirrorDoc(root, editorSchema);
  done?.();
  let tr = new Transform(before);
  rescue(tr, root, swallowed);
  if (author === null) takeOffSuggestions(tr);
  else {
    const made = suggest(before, tr.steps, tr.docs, tr.doc, author);
    if (made === null) return false;
    ({ tr } = made);
  }
  const { doc: after, mapping } = tr;
  root.doc?.transact(() => {
    writeChange(root, meta.mapping, { before, maps: mapping.maps, after });
    updateYFragment(root.doc as Y.Doc, root, after, meta);
  });
  return true;
}
