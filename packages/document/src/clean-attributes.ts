import { cleanNodeAttributes, words } from './attributes.ts';
import type { MarkJson, NodeJson } from './json.ts';
import { isSafeLink } from './link.ts';
import { attributesOf, isKnownMark, plainMarks } from './schema.ts';
import { isSuggestionMark } from './suggestions/stamp.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** A known node of the kind `type` with what is sound of `given`, and the defaults of its kind for the rest. */
export function cleanNode(type: string, given: Attributes): NodeJson {
  const attrs = attributesOf({ type, attrs: cleanNodeAttributes[type]?.(given) ?? {} });
  return Object.keys(attrs).length === 0 ? { type } : { type, attrs };
}

/**
 * The marks that text may carry when it comes in: known kinds, safe links, nothing beside code, and no suggestions. `lost` is told of
 * links that were not safe.
 */
export function cleanMarks(given: readonly MarkJson[] | undefined, lost: Set<string>): MarkJson[] {
  const known = plainMarks(given).flatMap((mark): MarkJson[] => {
    if (!isKnownMark(mark.type) || isSuggestionMark(mark.type)) return [];
    if (mark.type !== 'link') return [{ type: mark.type }];
    const href = mark.attrs?.['href'];
    if (!isSafeLink(href)) {
      lost.add('Links to other than http, https and mail addresses became plain text.');
      return [];
    }
    const title = words(mark.attrs?.['title']);
    return [{ type: 'link', attrs: { href, ...(title !== null && { title }) } }];
  });
  const code = known.find((mark) => mark.type === 'code');
  return code ? [code] : known;
}
