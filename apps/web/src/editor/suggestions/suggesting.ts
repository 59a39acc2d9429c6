import { Extension, type Storage } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { endUndoStep } from '../text/bound-text.ts';
import { acceptedSlice } from './accepted-content.ts';
import { carryingPlugin } from './carrying.ts';
import { copiedTextPlugin } from './copied-text.ts';
import { domParsingPlugin } from './dom-parsing.ts';

declare module '@tiptap/core' {
  interface Storage {
    /** `isOn`: true if changes are suggestions. `author`: id of their author. */
    suggesting: { isOn: boolean; author: string | null };
  }
  interface Commands<ReturnType> {
    suggesting: {
      /** Makes changes suggestions from now on, or edits again. */
      setSuggesting: (isOn: boolean) => ReturnType;
    };
  }
}

/**
 * Makes an editor suggest after `setSuggesting(true)`, and preserve suggestions in moved content.
 * `author`: id of the user; null for a read-only editor.
 */
export const Suggesting = Extension.create<
  { readonly author: string | null },
  Storage['suggesting']
>({
  name: 'suggesting',
  addOptions: () => ({ author: null }),
  addStorage() {
    return { isOn: false, author: this.options.author };
  },
  addCommands: () => ({
    setSuggesting:
      (isOn) =>
      ({ editor }) => {
        if (editor.storage.suggesting.isOn !== isOn) endUndoStep(editor);
        editor.storage.suggesting.isOn = isOn;
        return true;
      },
  }),
  addProseMirrorPlugins() {
    const { author } = this.options;
    if (author === null)
      return [
        copiedTextPlugin(),
        new Plugin({ key: new PluginKey('suggesting'), props: { transformCopied: acceptedSlice } }),
      ];
    return [copiedTextPlugin(), carryingPlugin(this.editor, author), domParsingPlugin(this.editor)];
  },
});
