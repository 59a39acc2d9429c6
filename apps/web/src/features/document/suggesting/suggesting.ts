import { Extension, type Storage } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { endUndoStep } from '../../../ui/inText/boundText.ts';
import { asAccepted } from './asAccepted.ts';
import { carryingPlugin } from './carrying.ts';
import { ownWordsPlugin } from './ownWords.ts';

declare module '@tiptap/core' {
  interface Storage {
    /** Whether what is done is a suggestion, and whose. */
    suggesting: { isOn: boolean; author: string | null };
  }
  interface Commands<ReturnType> {
    suggesting: {
      /** Sets whether what is done from now on is a suggestion. */
      setSuggesting: (isOn: boolean) => ReturnType;
    };
  }
}

/** Lets an editor suggest after `setSuggesting(true)`, and carry suggestions with what is moved. `author`: who writes here; null for nobody. */
export const Suggesting = Extension.create<{ readonly author: string | null }, Storage['suggesting']>({
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
    if (author === null) return [new Plugin({ key: new PluginKey('suggesting'), props: { transformCopied: asAccepted } })];
    return [carryingPlugin(this.editor, author), ownWordsPlugin(this.editor)];
  },
});
