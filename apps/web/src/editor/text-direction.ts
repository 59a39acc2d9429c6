import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { hasLetter } from './viewport/block-content.ts';

type Attributes = Record<string, string>;

/**
 * Gives the text the direction of its first letter. Without a letter, it has the direction of the
 * element around it: that of the document's language, or of the page.
 */
export const TextDirection = Extension.create({
  // TipTap's core has an extension called textDirection, which sets an attribute of blocks.
  name: 'directionOfText',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('directionOfText'),
      props: { attributes: ({ doc }): Attributes => (hasLetter(doc) ? { dir: 'auto' } : {}) },
    }),
  ],
});
