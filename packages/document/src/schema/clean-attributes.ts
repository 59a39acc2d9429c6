import { cleanNodeAttributes, words } from './attributes.ts';
import type { MarkJson, NodeJson } from './json.ts';
import { isSafeLink } from './link.ts';
import { attributesOf, isKnownMark, plainMarks } from './schema.ts';
import { isSuggestionMark } from '../suggestions/suggestion-meta.ts';
import { losses } from './losses.ts';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Creates a node of the known kind `type` with the valid attributes of `given`, and defaults for
 * the rest.
 */
export function cleanNode(type: string, given: Attributes): NodeJson {
  const attrs = attributesOf({ type, attrs: cleanNodeAttributes[type]?.(given) ?? {} });
  return Object.keys(attrs).length === 0 ? { type } : { type, attrs };
}

/**
 * Returns the marks that imported text may have: known kinds, safe links, only links besides code,
 * and no suggestions. `lost` gets sentences about unsafe links and formats on code. `resolve`
 * resolves addresses that are not web addresses.
 */
export function cleanMarks(
  given: readonly MarkJson[] | undefined,
  lost: Set<string>,
  resolve?: (address: string) => string | null,
): MarkJson[] {
  const known = plainMarks(given).flatMap((mark): MarkJson[] => {
    if (!isKnownMark(mark.type) || isSuggestionMark(mark.type)) return [];
    if (mark.type !== 'link') return [{ type: mark.type }];
    const said = mark.attrs?.['href'];
    const href = isSafeLink(said) ? said : typeof said === 'string' ? resolve?.(said) : null;
    if (!isSafeLink(href)) {
      lost.add(losses.otherLinks);
      return [];
    }
    const title = words(mark.attrs?.['title']);
    return [{ type: 'link', attrs: { href, ...(title !== null && { title }) } }];
  });
  if (known.some((mark) => mark.type === 'code')) {
    const kept = known.filter(({ type }) => type === 'code' || type === 'link');
    if (kept.length < known.length) lost.add(losses.formatsOfCode);
    return kept;
  }
  // Superscript and subscript exclude each other.
  const raised = known.findIndex((mark) => mark.type === 'superscript');
  return raised < 0 ? known : known.filter((mark) => mark.type !== 'subscript');
}
