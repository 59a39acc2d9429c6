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

/** Names of the marks and attributes that represent suggestions. */
const suggestionNames: ReadonlySet<string> = new Set(['insertion', 'deletion', 'modification']);

/** Renders a view of a stored document as a string that is equal for equal documents. */
export function serializeView(state: Uint8Array, view: View): string {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return serializeJson(renderingOf(doc, grammar, view).doc.toJSON());
}

/**
 * Converts an editor's document to a string that is equal for equal documents, with one block per
 * line.
 */
export function serializeJson(json: unknown): string {
  const lines: string[] = [];
  const walk = (node: Json, depth: number): void => {
    const isText =
      node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock';
    lines.push(
      `${'  '.repeat(depth)}${node.type}${attributes(node)}${isText ? ` ${inline(node.content ?? [])}` : ''}`,
    );
    if (!isText) for (const child of node.content ?? []) walk(child, depth + 1);
  };
  walk(documentSchema.nodeFromJSON(json).toJSON() as Json, 0);
  return lines.join('\n');
}

/** True if an editor's document contains a suggestion. */
export function hasSuggestion(json: unknown): boolean {
  const { attrs = {}, marks = [], content = [] } = json as Json;
  return (
    marks.some(({ type }) => suggestionNames.has(type)) ||
    [...suggestionNames].some((name) => (attrs[name] ?? null) !== null) ||
    content.some(hasSuggestion)
  );
}

/**
 * Compares two texts as multisets of characters. Returns the missing (`few`) and the surplus
 * (`many`) characters.
 */
export function countDifferences(expected: string, shown: string): { few: string; many: string } {
  const counts = new Map<string, number>();
  for (const letter of shown) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of expected) counts.set(letter, (counts.get(letter) ?? 0) - 1);
  const [few, many]: [string[], string[]] = [[], []];
  for (const [letter, count] of counts)
    (count < 0 ? few : many).push(letter.repeat(Math.abs(count)));
  return { few: few.join(''), many: many.join('') };
}

function attributes({ attrs = {} }: Json): string {
  const set = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined);
  return set.length === 0
    ? ''
    : ` ${JSON.stringify(Object.fromEntries(set.toSorted(([one], [other]) => (one < other ? -1 : 1))))}`;
}

/**
 * Serializes the text and leaves of a block with their marks. Neighbours with the same marks are
 * merged.
 */
function inline(content: readonly Json[]): string {
  let [serialized, last] = ['', ''];
  for (const { marks = [], text, ...leaf } of content) {
    const now = marks
      .map((mark) => `${mark.type}${attributes(mark)}`)
      .toSorted()
      .join(' ');
    if (now !== last) serialized += `<${now}>`;
    serialized += text ?? `{${leaf.type}${attributes(leaf)}}`;
    last = now;
  }
  return serialized;
}
