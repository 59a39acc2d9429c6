/** Maximum number of style sheet characters that are read, and of classes per element. */
const longest = 200_000;
const mostClasses = 20;

/** The properties that set formats, and the maximum length of a declaration (characters). */
const properties: ReadonlySet<string> = new Set([
  'font-weight',
  'font-style',
  'text-decoration',
  'text-decoration-line',
  'vertical-align',
  'text-align',
  'list-style-type',
]);
const longestDeclaration = 60;

/** The link colour of Google Docs. An underline in that colour is part of the link style. */
const linkColor = /(?:^|;)\s*color\s*:\s*#(?:15c|1155cc)\b/i;

/**
 * Reads the style sheets in a page for the formats that classes stand for, as Google Docs writes
 * them (`.c1{font-weight:700}`). Rules with any other selector are passed over.
 *
 * @param html the page
 * @returns the declarations of each class that sets a format
 */
export function classStylesOf(html: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const piece of sheetsOf(html).split('}')) {
    const at = piece.indexOf('{');
    const selector = /^\.([\w-]{1,64})$/.exec(
      piece.slice(0, Math.max(at, 0)).slice(-70).trim(),
    )?.[1];
    if (selector === undefined) continue;
    const body = piece.slice(at + 1);
    const isLink = linkColor.test(body);
    const kept = body.split(';').flatMap((each) => {
      const declaration = each.trim().toLowerCase();
      const colon = declaration.indexOf(':');
      const isKnown =
        declaration.length <= longestDeclaration &&
        properties.has(declaration.slice(0, Math.max(colon, 0)).trim());
      return !isKnown || (isLink && declaration.includes('underline')) ? [] : [declaration];
    });
    if (kept.length > 0) found.set(selector, kept.slice(-6).join(';'));
  }
  return found;
}

/** Returns the style sheets in a page, up to {@link longest} characters. */
function sheetsOf(html: string): string {
  let text = '';
  for (const { index } of html.matchAll(/<style\b[^<>]{0,200}>/gi)) {
    const start = html.indexOf('>', index) + 1;
    const end = html.indexOf('</style', start);
    if (end < 0 || text.length > longest) break;
    text += `${html.slice(start, Math.min(end, start + longest))}}`;
  }
  // An import references another sheet, and has no braces.
  return text.slice(0, longest).replace(/@import[^;]{0,2000};/gi, '');
}

/**
 * Adds the declarations of an element's classes to its style.
 *
 * @param styles as {@link classStylesOf} returns them
 */
export function withClassStyles(
  attributes: Readonly<Record<string, string>>,
  styles: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const names = attributes['class'];
  if (styles.size === 0 || names === undefined) return attributes;
  const own = names
    .slice(0, 1_000)
    .split(/\s+/, mostClasses)
    .flatMap((name) => styles.get(name) ?? []);
  return own.length === 0
    ? attributes
    : { ...attributes, style: [...own, attributes['style'] ?? ''].join(';') };
}
