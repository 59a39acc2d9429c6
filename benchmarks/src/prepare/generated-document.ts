import {
  documentSchema,
  mappingBetween,
  nodeOf,
  type MarkJson,
  type NodeJson,
} from '@longhand/document';
import { changeStored, Grammar } from '@longhand/text';
import * as Y from 'yjs';
import { seededRandom } from './generated-history.ts';

/** Size of a document, and of its suggestions and comments. */
export type DocumentSize = {
  readonly name: string;
  readonly blocks: number;
  readonly words: number;
  readonly suggestions: number;
  readonly comments: number;
};

/** Words of the text: five characters on average, as in English. */
const words =
  'the quick draft of a longer chapter about engines which nobody has finished reading since spring came early'.split(
    ' ',
  );
/** One block in this many is a heading. */
const headingEvery = 25;

type Stamp = { readonly id: string; readonly author: string; readonly at: number };

/** Returns a text node, optionally marked as a suggested insertion or deletion. */
function textOf(text: string, mark?: MarkJson): NodeJson {
  return mark === undefined ? { type: 'text', text } : { type: 'text', text, marks: [mark] };
}

/** Returns a line with one suggestion near its beginning: an insertion or a deletion. */
function withSuggestion(said: readonly string[], stamp: Stamp, isInsertion: boolean): NodeJson[] {
  const cut = Math.min(4, said.length - 1);
  const before = textOf(`${said.slice(0, cut).join(' ')} `);
  const rest = said.slice(cut);
  if (isInsertion) {
    const mark = { type: 'insertion', attrs: { ...stamp } };
    return [before, textOf('rather unexpected ', mark), textOf(rest.join(' '))];
  }
  const [gone = '', ...kept] = rest;
  const mark = { type: 'deletion', attrs: { ...stamp } };
  return [before, textOf(gone, mark), ...(kept.length > 0 ? [textOf(` ${kept.join(' ')}`)] : [])];
}

/**
 * Creates a text of the given size as one Yjs update, with evenly distributed suggestions of
 * `author` as the editor writes them. Deterministic for the same size.
 */
export function generateDocument(size: DocumentSize, author: string): Uint8Array {
  const random = seededRandom(size.blocks);
  const perBlock = size.words / size.blocks;
  const every = size.blocks / size.suggestions;
  let made = 0;
  const content = Array.from({ length: size.blocks }, (_, i): NodeJson => {
    const isHeading = i % headingEvery === 0;
    const count = Math.max(
      3,
      Math.round(isHeading ? Math.min(6, perBlock) : perBlock * (0.6 + random() * 0.8)),
    );
    const said = Array.from(
      { length: count },
      () => words[Math.floor(random() * words.length)] as string,
    );
    const isSuggested = Math.floor(i / every) >= made && made < size.suggestions;
    if (isSuggested) made += 1;
    const stamp = { id: `suggestion-${made}`, author, at: 1_700_000_000_000 + made };
    const inside = isSuggested
      ? withSuggestion(said, stamp, made % 2 === 0)
      : [textOf(said.join(' '))];
    return isHeading
      ? { type: 'heading', attrs: { level: 2 }, content: inside }
      : { type: 'paragraph', content: inside };
  });
  const after = nodeOf({ type: 'doc', content });
  const doc = new Y.Doc();
  const update = changeStored(doc, new Grammar(documentSchema), 1_000_004, (shown) => ({
    after,
    mapping: mappingBetween(shown, after),
    mode: { kind: 'edit' },
  }));
  doc.destroy();
  if (update === null) throw new Error('the generated document is empty');
  return update;
}
