import { Image } from '@tiptap/extension-image';

const ownFile = /^\/api\/v1\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether `src` may be shown as a picture: a file of this product by its path, or an absolute http or https address. Data,
 * scripts and other paths of our own site are none. Source: security floor.
 */
export function isSafeImage(src: unknown): src is string {
  if (typeof src !== 'string') return false;
  if (ownFile.test(src)) return true;
  return URL.canParse(src) && ['http:', 'https:'].includes(new URL(src).protocol);
}

/**
 * A picture as a block of its own, with the text that stands for it. A source that a hostile client wrote is not rendered.
 * It is not made by typing, because what is typed there would be fetched by everybody who has the document open.
 */
export const SafeImage = Image.extend({
  addAttributes() {
    return {
      src: { default: null, renderHTML: ({ src }) => (isSafeImage(src) ? { src } : {}) },
      alt: { default: null },
      title: { default: null },
    };
  },
  addInputRules() {
    return [];
  },
  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (element) => (isSafeImage(element.getAttribute('src')) ? null : false) }];
  },
});
