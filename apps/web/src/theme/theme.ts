import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/**
 * Ink blue from light to dark, for Mantine components that need a shade; other code uses the
 * palette's variables.
 */
const inkBlue: MantineColorsTuple = [
  '#eef2fa',
  '#dbe3f4',
  '#b9c8e9',
  '#95acde',
  '#7592d2',
  '#5b7cc4',
  '#4969b3',
  '#39589f',
  '#2b4a8b',
  '#223b70',
];

/** Mantine's theme. Sizes in rem; motion within 120 to 180 ms. Source: the look. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: 8,
  colors: { ink: inkBlue },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '500' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    // Mantine uses white text on every filled component; on the light blue of the dark theme that
    // would be unreadable.
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
});

/**
 * Sets Mantine's own variables from the palette, so that its components have the same colours in
 * both schemes.
 */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--sheet)',
    '--mantine-color-default-hover': 'var(--shade)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'color-mix(in oklab, var(--accent) 88%, var(--ink))',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-ink-filled': 'var(--accent)',
    '--mantine-color-ink-filled-hover': 'color-mix(in oklab, var(--accent) 88%, var(--ink))',
    '--mantine-color-ink-light': 'var(--accent-soft)',
    '--mantine-color-ink-light-color': 'var(--accent)',
    '--mantine-color-ink-light-hover': 'color-mix(in oklab, var(--accent-soft) 80%, var(--accent))',
  };
  return { variables: {}, light: shared, dark: shared };
};
