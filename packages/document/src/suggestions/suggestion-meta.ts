/**
 * Metadata of a suggestion: its author and time (ms since 1970). All ranges with one `id` are one
 * suggestion.
 */
export type SuggestionMeta = { readonly id: string; readonly author: string; readonly at: number };

/**
 * Values by name: `kind` and `in` of a block, `a.<name>` for its attributes, `m.<name>` for marks.
 */
export type Values = Readonly<Record<string, unknown>>;

/**
 * A suggested change of a node or of text: the values that it shows, and those without the
 * suggestion.
 */
export type SuggestedChange = SuggestionMeta & { readonly set: Values; readonly was: Values };

/**
 * Names of the marks on text, and of the attributes on nodes, that carry suggestions. Several of
 * one kind may overlap.
 */
export const suggestionMarks = ['insertion', 'deletion', 'modification'] as const;

/** Maximum length of the id of a suggestion and of a user (characters). */
const idMax = 64;

/** Parses the metadata in a mark's attributes. Null if there is none. */
export function parseSuggestionMeta(value: unknown): SuggestionMeta | null {
  const read = recordOf(value);
  if (read === null) return null;
  const { id, author, at } = read;
  if (typeof id !== 'string' || id === '' || id.length > idMax) return null;
  if (
    typeof author !== 'string' ||
    author.length > idMax ||
    typeof at !== 'number' ||
    !Number.isFinite(at)
  )
    return null;
  return { id, author, at };
}

/**
 * Parses the suggested changes in an attribute of a node: a list as JSON. Empty for any other
 * value.
 */
export function parseSuggestedChanges(value: unknown): SuggestedChange[] {
  const list = parsed(value);
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    const meta = parseSuggestionMeta(each);
    const { set, was } = recordOf(each) ?? {};
    return meta === null ? [] : [{ ...meta, set: recordOf(set) ?? {}, was: recordOf(was) ?? {} }];
  });
}

/** Parses the change in the attributes of a `modification` mark. */
export function changeOf(attrs: Values): { readonly set: Values; readonly was: Values } {
  return { set: recordOf(attrs['set']) ?? {}, was: recordOf(attrs['was']) ?? {} };
}

/** Returns the names of the marks that a suggested change adds and removes. */
export function changedIn(set: unknown): {
  readonly added: readonly string[];
  readonly removed: readonly string[];
} {
  const names = Object.entries(recordOf(set) ?? {}).filter(([name]) => /^m\.\w+$/.test(name));
  return {
    added: names.filter(([, value]) => value !== null).map(([name]) => name.slice(2)),
    removed: names.filter(([, value]) => value === null).map(([name]) => name.slice(2)),
  };
}

/** True if marks of this kind carry suggestions. */
export function isSuggestionMark(name: string): boolean {
  return name === 'insertion' || name === 'deletion' || name === 'modification';
}

function recordOf(value: unknown): Values | null {
  const read = parsed(value);
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Values)
    : null;
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // A client may write any string into an attribute: one that is not JSON is not a suggestion.
    return null;
  }
}
