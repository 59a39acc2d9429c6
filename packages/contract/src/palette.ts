/**
 * The twelve colours that distinguish users: carets, avatars, authors. `light` is used on the light
 * theme, `dark` on the dark theme, each with a contrast of at least 4.5 : 1. Within a theme, any
 * two differ by 0.08 in OKLab (about four just noticeable steps) for normal, red-blind, green-blind
 * and blue-blind vision. That requires different lightness as well as hue, so the dark value may
 * have another hue. Found by a search over OKLCH; the test verifies it. Ordered for assignment:
 * each is the farthest, in both themes, from all before it. Source: the look, Author colours.
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

/** The `avatarColor` with which groups are shown among users. */
export const groupColor = palette[6].light;

/**
 * Returns the colour to render for a user's `avatarColor`, which is the light value of an entry and
 * identifies it. A colour outside the palette (of an older version) is returned unchanged.
 */
export function avatarColorIn(scheme: 'light' | 'dark', avatarColor: string): string {
  return palette.find((entry) => entry.light === avatarColor)?.[scheme] ?? avatarColor;
}
