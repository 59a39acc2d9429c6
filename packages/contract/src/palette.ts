/**
 * The twelve colours by which people are told apart: carets, faces, authors. `light` stands on paper, `dark` on ink, each
 * with a contrast of at least 4.5 : 1, and within a theme any two stay apart (0.08 in OKLab, about four just noticeable
 * steps) for normal, red-blind, green-blind and blue-blind eyes; that takes lightness as well as hue, so a colour's dark
 * value may be of another hue. Found by a search over OKLCH; the test measures it again. In the order in which
 * they are given out: each is the farthest, in both themes, from all before it. Source: the look, Author colours.
 */
export const palette = [
  { light: '#d42515', dark: '#fcca21' },
  { light: '#7622c8', dark: '#7870f3' },
  { light: '#69072e', dark: '#f04a15' },
  { light: '#965f89', dark: '#be95ba' },
  { light: '#291596', dark: '#53c4fd' },
  { light: '#2a64f8', dark: '#95bf87' },
  { light: '#3b4d8f', dark: '#0bf0e0' },
  { light: '#763c5b', dark: '#bf696d' },
  { light: '#4b2260', dark: '#9c72b6' },
  { light: '#317a45', dark: '#b6e195' },
  { light: '#7b5fc3', dark: '#6e9bfb' },
  { light: '#8d1c11', dark: '#fd9320' },
] as const satisfies readonly { light: `#${string}`; dark: `#${string}` }[];

/**
 * The value to paint for a person's `avatarColor`, which is the light value of an entry and so its name. A colour that is
 * not of the palette (of an older version) is painted as it is.
 */
export function avatarColorIn(scheme: 'light' | 'dark', avatarColor: string): string {
  return palette.find((entry) => entry.light === avatarColor)?.[scheme] ?? avatarColor;
}
