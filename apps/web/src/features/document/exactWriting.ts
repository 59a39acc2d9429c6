import { writeChange } from '@longhand/document';
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import * as Y from 'yjs';

/** The part of the editor's binding to the shared text that is used here: it writes what differs between the two. */
type Binding = { _prosemirrorChanged(doc: Node): void; readonly mapping: Map<unknown, unknown> };

const key = new PluginKey('exactWriting');

/**
 * Writes what is done in the editor into the shared text where it was done, before the editor's binding looks for what differs and guesses: see
 * `writeChange`. In one transaction with what the binding writes, so that nobody ever sees the one without the other.
 */
export const ExactWriting = Extension.create({
  name: 'exactWriting',
  addProseMirrorPlugins() {
    let waiting: Transaction[] = [];
    return [
      new Plugin({
        key,
        state: {
          init: () => null,
          apply(tr) {
            // What comes from the shared text is in it already.
            if (tr.getMeta(ySyncPluginKey) !== undefined) waiting = [];
            else if (tr.docChanged) waiting.push(tr);
            return null;
          },
        },
        view({ state }) {
          const shared = sharedIn(ySyncPluginKey.getState(state));
          if (shared === null) return {};
          const { binding, root } = shared;
          const write = binding._prosemirrorChanged;
          binding._prosemirrorChanged = (doc) => {
            const done = waiting;
            waiting = [];
            root.doc?.transact(() => {
              const [first, last] = [done[0], done.at(-1)];
              if (first && last?.doc === doc)
                writeChange(root, binding.mapping, {
                  before: first.before,
                  maps: done.flatMap(({ mapping }) => mapping.maps),
                  after: doc,
                });
              write.call(binding, doc);
            }, ySyncPluginKey);
          };
          return { destroy: () => void (binding._prosemirrorChanged = write) };
        },
      }),
    ];
  },
});

function sharedIn(state: unknown): { binding: Binding; root: Y.XmlFragment } | null {
  if (typeof state !== 'object' || state === null || !('binding' in state) || !('type' in state)) return null;
  return state.type instanceof Y.XmlFragment ? { binding: state.binding as Binding, root: state.type } : null;
}
