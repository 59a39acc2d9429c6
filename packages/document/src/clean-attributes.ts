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
 * The marks that text may carry when it comes in: known kinds, safe links, nothing but links beside code, and no suggestions. `lost` is told of
 * links that were not safe. `resolve` looks up addresses that are not web addresses.
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
      lost.add('Links to other than http, https and mail addresses became plain text.');
      return [];
    }
    const title = words(mark.attrs?.['title']);
    return [{ type: 'link', attrs: { href, ...(title !== null && { title }) } }];
  });
  if (known.some((mark) => mark.type === 'code')) return known.filter(({ type }) => type === 'code' || type === 'link');
  // Text is raised or lowered, not both.
  const raised = known.findIndex((mark) => mark.type === 'superscript');
  return raised < 0 ? known : known.filter((mark) => mark.type !== 'subscript');
}
