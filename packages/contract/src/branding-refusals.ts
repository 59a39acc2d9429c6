/** Refusals of the branding, joined in `refusals.ts`. */
export const brandingRefusals = {
  wrong_logo: {
    status: 422,
    title: 'Not a logo',
    detail:
      'A logo has to be a PNG or WebP picture of at most 256 KB and at most 2,000 pixels in width and height. SVG is not accepted, because it can contain scripts.',
  },
} as const;
