import { Node } from '@tiptap/core';
import { isSafeLink } from './link.ts';

const ownFile = /^\/api\/v1\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True if `src` is a file of this product, by its path. */
export function isOwnFile(src: unknown): src is string {
  return typeof src === 'string' && ownFile.test(src);
}

/** Maximum width setting of a picture (px); none is shown wider than the text. */
export const widestPicture = 4_000;

/**
 * Returns the width setting of a picture in whole pixels; null for natural width or an invalid
 * value.
 */
export function pictureWidth(width: unknown): number | null {
  const pixels = typeof width === 'string' && /^\d{1,5}$/.test(width) ? Number(width) : width;
  return typeof pixels === 'number' && Number.isInteger(pixels) && pixels > 0
    ? Math.min(pixels, widestPicture)
    : null;
}

/**
 * True if `src` may be shown as a picture: a file of this product by its path, or an absolute http
 * or https address. Data URLs, scripts and other paths of our own site are not allowed. Source:
 * security floor.
 */
export function isSafeImage(src: unknown): src is string {
  if (typeof src !== 'string') return false;
  return (
    ownFile.test(src) || (URL.canParse(src) && ['http:', 'https:'].includes(new URL(src).protocol))
  );
}

const widthOf = ({ width }: Record<string, unknown>): Record<string, unknown> => {
  const pixels = pictureWidth(width);
  return pixels === null ? {} : { width: pixels };
};

/**
 * A picture as a block, with alternative text (`alt`), caption (`title`), width, and link target
 * (`href`). An unsafe source from a hostile client is not rendered. There is no input rule: every
 * client with the document open would fetch an address as it is typed.
 */
export const SafeImage = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes() {
    return {
      src: { default: null, renderHTML: ({ src }) => (isSafeImage(src) ? { src } : {}) },
      alt: { default: null },
      title: { default: null },
      width: {
        default: null,
        parseHTML: (element) => pictureWidth(element.getAttribute('width')),
        renderHTML: widthOf,
      },
      href: {
        default: null,
        parseHTML: (element) =>
          element.getAttribute('data-href') ?? element.closest('a')?.getAttribute('href') ?? null,
        renderHTML: ({ href }) => (isSafeLink(href) ? { 'data-href': href } : {}),
      },
    };
  },
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) => (isSafeImage(element.getAttribute('src')) ? null : false),
      },
    ];
  },
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
});
