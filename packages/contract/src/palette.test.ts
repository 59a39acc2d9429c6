import { describe, expect, test } from 'vitest';
import { avatarColorIn, palette } from './palette.ts';

type Triple = [number, number, number];

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function contrast(a: string, b: string): number {
  const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [x, y] = [luminance(linear(a)) + 0.05, luminance(linear(b)) + 0.05];
  return Math.max(x, y) / Math.min(x, y);
}

function times(matrix: readonly Triple[], [r, g, b]: Triple): Triple {
  return matrix.map((row) =>
    Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b)),
  ) as Triple;
}

/** Converts linear RGB to OKLab. Source: Björn Ottosson, OKLab. */
function okLab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/**
 * Simulation matrices of colour vision deficiencies at full severity. Source: Machado, Oliveira,
 * Fernandes 2009.
 */
const eyes: Record<string, Triple[]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'red-blind': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'green-blind': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'blue-blind': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe.each([
  { scheme: 'light', ground: '#FBFAF7' },
  { scheme: 'dark', ground: '#171614' },
] as const)('the palette in $scheme', ({ scheme, ground }) => {
  test('has enough contrast with the background', () => {
    for (const entry of palette)
      expect(contrast(entry[scheme], ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.keys(eyes))('has distinguishable colours for %s vision', (kind) => {
    const seen = palette.map((entry) => okLab(times(eyes[kind] ?? [], linear(entry[scheme]))));
    const distances = seen.flatMap((a, at) =>
      seen.slice(at + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
    );
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(0.08);
  });
});

test('a stored colour is mapped to the scheme by its light value, and an unknown one is unchanged', () => {
  expect(avatarColorIn('dark', palette[3].light)).toBe(palette[3].dark);
  expect(avatarColorIn('light', palette[3].light)).toBe(palette[3].light);
  expect(avatarColorIn('dark', '#123456')).toBe('#123456');
});
