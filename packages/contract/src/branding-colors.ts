/** The two colour schemes of the pages. */
export type Scheme = 'light' | 'dark';

/** A colour as six hexadecimal digits, such as `#2b4a8b`. */
export type Hex = string;

/** Red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

/**
 * Backgrounds on which the accent colour is text, and the colour of text on the accent. Same as
 * `--paper`, `--sheet` and `--shade` of the pages.
 */
const grounds = {
  light: {
    page: '#fbfaf7',
    sheet: '#fffefc',
    shade: '#f2efe9',
    onAccent: '#fffefc',
    soft: 0.1,
  },
  dark: { page: '#171614', sheet: '#1e1d1a', shade: '#272521', onAccent: '#141c30', soft: 0.16 },
} as const;

/** Least contrast of text with its background. Source: WCAG 2.2, 1.4.3. */
export const leastContrast = 4.5;

function rgbOf(hex: Hex): Rgb {
  const at = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

const hexOf = (rgb: Rgb): Hex =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

function luminance(hex: Hex): number {
  const [red, green, blue] = rgbOf(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, from 1 to 21. Source: WCAG 2.2, contrast ratio. */
export function contrastOf(one: Hex, other: Hex): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function mixed(one: Hex, other: Hex, part: number): Hex {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  return hexOf(a.map((value, at) => value * part + (b[at] ?? 0) * (1 - part)) as unknown as Rgb);
}

/** The colours that a scheme derives from its accent colour. */
export type AccentColors = {
  readonly accent: Hex;
  /** Faint background behind text in the accent colour. */
  readonly soft: Hex;
  /** Text on the accent colour. */
  readonly onAccent: Hex;
};

/** Returns the colours that a scheme derives from its accent colour. */
export function accentColors(scheme: Scheme, accent: Hex): AccentColors {
  const { sheet, soft, onAccent } = grounds[scheme];
  return { accent, soft: mixed(accent, sheet, soft), onAccent };
}

/** Contrast of an accent colour with another colour, as it is used in the pages. */
export type Contrast = { readonly where: string; readonly ratio: number };

/** Returns the contrasts of an accent colour in a scheme, the lowest first. */
export function contrastsOf(scheme: Scheme, accent: Hex): Contrast[] {
  const { page, shade } = grounds[scheme];
  const { soft, onAccent } = accentColors(scheme, accent);
  return [
    { where: 'the page', ratio: contrastOf(accent, page) },
    { where: 'the background of selected rows', ratio: contrastOf(accent, shade) },
    { where: 'its own faint background', ratio: contrastOf(accent, soft) },
    { where: 'the text on buttons', ratio: contrastOf(accent, onAccent) },
  ].toSorted((one, other) => one.ratio - other.ratio);
}

/** True if an accent colour has enough contrast everywhere in a scheme. */
export function isReadable(scheme: Scheme, accent: Hex): boolean {
  return contrastsOf(scheme, accent).every(({ ratio }) => ratio >= leastContrast);
}

/** Number of steps to black or white in which {@link nearestReadable} searches. */
const steps = 256;

/**
 * Returns the colour of the same hue nearest to a colour that has enough contrast in a scheme:
 * darker in the light one, lighter in the dark one.
 */
export function nearestReadable(scheme: Scheme, accent: Hex): Hex {
  const end = scheme === 'light' ? '#000000' : '#ffffff';
  for (let step = 0; step < steps; step += 1) {
    const tried = mixed(end, accent, step / steps);
    if (isReadable(scheme, tried)) return tried;
  }
  return end;
}
