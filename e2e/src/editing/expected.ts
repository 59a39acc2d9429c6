import { documentSchema } from '@longhand/document';
import { Grammar, renderingOf, type View } from '@longhand/text';
import * as Y from 'yjs';

const grammar = new Grammar(documentSchema);

type Json = {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly marks?: readonly Json[];
  readonly content?: readonly Json[];
};

/** Names of the marks and attributes that say that something is suggested. */
const suggesting: ReadonlySet<string> = new Set(['insertion', 'deletion', 'modification']);

/** Answers what a stored document says, in one of its views, as a string that is the same for the same document. */
export function saidBy(state: Uint8Array, view: View): string {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return keyOf(renderingOf(doc, grammar, view).doc.toJSON());
}

/** Answers a document of an editor as a string that is the same for the same document, one block a line. */
export function keyOf(json: unknown): string {
  const lines: string[] = [];
  const walk = (node: Json, depth: number): void => {
    const isText = node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock';
    lines.push(`${'  '.repeat(depth)}${node.type}${attributes(node)}${isText ? ` ${inline(node.content ?? [])}` : ''}`);
    if (!isText) for (const child of node.content ?? []) walk(child, depth + 1);
  };
  walk(documentSchema.nodeFromJSON(json).toJSON() as Json, 0);
  return lines.join('\n');
}

/** Tells whether a document of an editor holds anything that is only suggested. */
export function isSuggested(json: unknown): boolean {
  const { attrs = {}, marks = [], content = [] } = json as Json;
  return (
    marks.some(({ type }) => suggesting.has(type)) ||
    [...suggesting].some((name) => (attrs[name] ?? null) !== null) ||
    content.some(isSuggested)
  );
}

/** How often letters are missing, and how often they are there too often, in one text as compared with another one. */
export function miscounted(expected: string, shown: string): { few: string; many: string } {
  const counts = new Map<string, number>();
  for (const letter of shown) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of expected) counts.set(letter, (counts.get(letter) ?? 0) - 1);
  const [few, many]: [string[], string[]] = [[], []];
  for (const [letter, count] of counts) (count < 0 ? few : many).push(letter.repeat(Math.abs(count)));
  return { few: few.join(''), many: many.join('') };
}

function attributes({ attrs = {} }: Json): string {
  const set = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined);
  return set.length === 0
    ? ''
    : ` ${JSON.stringify(Object.fromEntries(set.toSorted(([one], [other]) => (one < other ? -1 : 1))))}`;
}

/** The letters and leaves of a block with their marks: neighbours with the same marks are one. */
function inline(content: readonly Json[]): string {
  let [said, last] = ['', ''];
  for (const { marks = [], text, ...leaf } of content) {
    const now = marks
      .map((mark) => `${mark.type}${attributes(mark)}`)
      .toSorted()
      .join(' ');
    if (now !== last) said += `<${now}>`;
    said += text ?? `{${leaf.type}${attributes(leaf)}}`;
    last = now;
  }
  return said;
}
