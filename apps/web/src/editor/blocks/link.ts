import { isSafeLink, SafeLink, parseSuggestionMeta } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { shows } from '@longhand/text';
import { AddMarkStep } from '@tiptap/pm/transform';

/**
 * Restricts the autolink plugin to the user's own typing. By itself it runs after every change of
 * the text, also on opening and on remote changes. Every page would then link addresses that a user
 * has deliberately unlinked. A reviewer's page would change the text, which the server refuses.
 */
function linkingOwn(plugin: Plugin, editor: Editor): Plugin {
  const { appendTransaction } = plugin.spec;
  if (appendTransaction === undefined) return plugin;
  return new Plugin({
    ...plugin.spec,
    appendTransaction(transactions, before, now) {
      if (!editor.isEditable || transactions.some((each) => each.getMeta(shows) === true))
        return null;
      const made = appendTransaction.call(this, transactions, before, now);
      const { isOn, author } = editor.storage.suggesting ?? {};
      if (!made || isOn !== true) return made;
      // In any other text a reviewer would have to suggest the link, and has not asked for that.
      const isOwn = made.steps.every(
        (step) => step instanceof AddMarkStep && isSuggestedBy(now.doc, step, author ?? null),
      );
      return isOwn ? made : null;
    },
  });
}

/** True if all characters of a range are part of this user's suggestions. */
function isSuggestedBy(
  doc: Node,
  { from, to }: { from: number; to: number },
  author: string | null,
): boolean {
  let isAll = true;
  doc.nodesBetween(from, to, (node) => {
    if (!node.isText) return;
    isAll &&= node.marks.some(
      ({ type, attrs }) =>
        type.name === 'insertion' && parseSuggestionMeta(attrs)?.author === author,
    );
  });
  return isAll;
}

/** Opens a link that is pressed with Ctrl or ⌘ held: a plain press places the caret. */
function openingByKey(): Plugin {
  return new Plugin({
    props: {
      handleClick(view, _pos, event) {
        if (
          event.button !== 0 ||
          !(event.ctrlKey || event.metaKey) ||
          !(event.target instanceof Element)
        )
          return false;
        const link = event.target.closest('a[href]');
        const href = link !== null && view.dom.contains(link) ? link.getAttribute('href') : null;
        if (!isSafeLink(href)) return false;
        window.open(href, '_blank', 'noopener,noreferrer');
        return true;
      },
    },
  });
}

/** Link in the editor: an address becomes a link when a space or Enter follows it. */
export const EditorLink = SafeLink.extend({
  addProseMirrorPlugins() {
    return [
      ...(this.parent?.() ?? []).map((plugin) => linkingOwn(plugin, this.editor)),
      openingByKey(),
    ];
  },
});
