import type { Mark, Node } from '@tiptap/pm/model';

/** Who suggests something, and since when (milliseconds since 1970). Everything that carries one `id` is one suggestion. */
export type Stamp = { readonly id: string; readonly author: string; readonly at: number };

/** A stamp as it goes into marks: with the Yjs client of the page that writes. */
export type Ink = Stamp & { readonly by: string | null };

/** The marks by which text carries suggestions. Several of one kind may lie over each other: two people may want the same words gone. */
export const suggestionMarks = ['insertion', 'deletion', 'modification'] as const;

/** The letter that stands for the end of a paragraph that is suggested. */
export const splitSign = '¶';

/** The attributes by which nodes carry suggestions. */
export const suggestionAttributes = ['insertion', 'deletion', 'modification', 'join'] as const;
/** See {@link suggestionAttributes}. */
export type SuggestionAttribute = (typeof suggestionAttributes)[number];

/** A node's kind and attributes, as a suggestion names them. */
export type NodeForm = { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> };

/**
 * What a suggestion would make of a block: another kind of block (`to`), one inside of others (`wrap`, from the outermost), one
 * step out of what it stands in (`lift`), or one level deeper in its list (`sink`).
 */
export type BlockChange =
  { readonly to: NodeForm } | { readonly wrap: readonly NodeForm[] } | { readonly lift: true } | { readonly sink: true };

/** A change of format that is suggested for a run of text: a mark that comes, or the kind of one that goes. */
export type FormatChange = { readonly add: { type: string; attrs?: Record<string, unknown> } } | { readonly remove: string };

/** Longest id of a suggestion and of a person: more than ours, and no room for anything else. */
const idMax = 64;

/** Reads a stamp out of a mark's attributes, or out of a node's attribute, which is the same as JSON. Null where it is none. */
export function stampOf(value: unknown): Stamp | null {
  const read = recordOf(value);
  if (read === null) return null;
  const { id, author, at } = read;
  if (typeof id !== 'string' || id === '' || id.length > idMax) return null;
  if (typeof author !== 'string' || author.length > idMax || typeof at !== 'number' || !Number.isFinite(at)) return null;
  return { id, author, at };
}

/** What stands in a node's attribute besides the stamp. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value === 'string') {
    try {
      return recordOf(JSON.parse(value));
    } catch {
      // Anybody may have written anything into an attribute: what is no JSON is no suggestion.
      return null;
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

/** A stamp, and what goes with it, as the value of a node's attribute. */
export function attributeOf(stamp: Stamp, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ id: stamp.id, author: stamp.author, at: stamp.at, ...more });
}

/** The change that a node's `modification` asks for; null where there is none or it makes no sense. */
export function blockChangeOf(value: unknown): BlockChange | null {
  const read = recordOf(value);
  if (read === null) return null;
  if (read['lift'] === true) return { lift: true };
  if (read['sink'] === true) return { sink: true };
  const to = formOf(read['to']);
  if (to !== null) return { to };
  if (!Array.isArray(read['wrap'])) return null;
  const wrap = read['wrap'].map(formOf).filter((form) => form !== null);
  return wrap.length > 0 && wrap.length === read['wrap'].length ? { wrap } : null;
}

/** Reads a {@link NodeForm}. */
export function formOf(value: unknown): NodeForm | null {
  const read = recordOf(value);
  if (read === null || typeof read['type'] !== 'string') return null;
  return { type: read['type'], attrs: recordOf(read['attrs']) ?? {} };
}

/** The change that a `modification` mark asks for. */
export function formatChangeOf(mark: Mark): FormatChange | null {
  return formatChangeIn(mark.attrs);
}

/** As {@link formatChangeOf}, of a mark as the shared text holds it. */
export function formatChangeIn(value: unknown): FormatChange | null {
  const { add, remove } = recordOf(value) ?? {};
  if (typeof remove === 'string') return { remove };
  const read = recordOf(add);
  if (read === null || typeof read['type'] !== 'string') return null;
  const attrs = recordOf(read['attrs']);
  return { add: { type: read['type'], ...(attrs && { attrs: { ...attrs } }) } };
}

/** The marks of a text that carry a suggestion, each with its stamp. */
export function suggestionsOn(node: Node): { mark: Mark; stamp: Stamp }[] {
  return node.marks.flatMap((mark) => {
    const stamp = isSuggestionMark(mark.type.name) ? stampOf(mark.attrs) : null;
    return stamp === null ? [] : [{ mark, stamp }];
  });
}

/** Whether marks of this kind carry suggestions. */
export function isSuggestionMark(name: string): boolean {
  return name === 'insertion' || name === 'deletion' || name === 'modification';
}

/** The stamp in one of a node's attributes. */
export function nodeStamp(node: Node, attribute: SuggestionAttribute): Stamp | null {
  return stampOf(node.attrs[attribute]);
}
