import { Image } from '@tiptap/extension-image';
import { isSafeLink } from './link.ts';

const ownFile = /^\/api\/v1\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `src` is a file of this product, by its path. */
export function isOwnFile(src: unknown): src is string {
  return typeof src === 'string' && ownFile.test(src);
}

/** The widest that a picture is asked to be, in pixels; none is shown wider than the text. */
export const widestPicture = 4_000;

/** A picture's width as somebody set it, in whole pixels; null where it is shown as wide as it is, or is nonsense. */
export function pictureWidth(width: unknown): number | null {
  const pixels = typeof width === 'string' && /^\d{1,5}$/.test(width) ? Number(width) : width;
  return typeof pixels === 'number' && Number.isInteger(pixels) && pixels > 0 ? Math.min(pixels, widestPicture) : null;
}

/**
 * Whether `src` may be shown as a picture: a file of this product by its path, or an absolute http or https address. Data,
 * scripts and other paths of our own site are none. Source: security floor.
 */
export function isSafeImage(src: unknown): src is string {
  if (typeof src !== 'string') return false;
  return ownFile.test(src) || (URL.canParse(src) && ['http:', 'https:'].includes(new URL(src).protocol));
}

const widthOf = ({ width }: Record<string, unknown>): Record<string, unknown> => {
  const pixels = pictureWidth(width);
  return pixels === null ? {} : { width: pixels };
};

/**
 * A picture as a block of its own, with the text that stands for it (`alt`), what is written below it (`title`), how wide it is shown, and where it leads (`href`). A source that a hostile client wrote is not rendered.
 * It is not made by typing, because what is typed there would be fetched by everybody who has the document open.
 */
export const SafeImage = Image.extend({
  addAttributes() {
    return {
      src: { default: null, renderHTML: ({ src }) => (isSafeImage(src) ? { src } : {}) },
      alt: { default: null },
      title: { default: null },
      width: { default: null, parseHTML: (element) => pictureWidth(element.getAttribute('width')), renderHTML: widthOf },
      href: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-href') ?? element.closest('a')?.getAttribute('href') ?? null,
        renderHTML: ({ href }) => (isSafeLink(href) ? { 'data-href': href } : {}),
      },
    };
  },
  addInputRules() {
    return [];
  },
  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (element) => (isSafeImage(element.getAttribute('src')) ? null : false) }];
  },
});
