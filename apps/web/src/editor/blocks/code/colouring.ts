import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { touchedRange } from '../touched-range.ts';
import type * as grammar from './colours.ts';
import { languageOf } from './languages.ts';
import { decorate } from '../../text/decorate.ts';

type Colours = typeof grammar;

/**
 * Maximum size of highlighted code (characters). A code block is highlighted again after every key
 * press in it.
 */
const longest = 20_000;

const key = new PluginKey<DecorationSet>('codeColours');

/** Draws highlighted code, and loads the grammars that it needs. */
type Highlighter = {
  /** Draws the code blocks in a range, without those whose grammar is not loaded yet. */
  draw(doc: Node, from: number, to: number): Decoration[];
  /** Loads the grammars that were missing, if any, and then draws the whole document again. */
  loadMissing(view: EditorView): void;
};

function createHighlighter(): Highlighter {
  let colours: Colours | null = null;
  const learnt = new Set<string>();
  const asked = new Set<string>();

  async function learn(view: EditorView): Promise<void> {
    const wanted = [...asked].map(languageOf).filter((language) => language !== null);
    asked.clear();
    try {
      colours ??= await import('./colours.ts');
      await Promise.all(wanted.map((language) => colours?.learn(language)));
    } catch (error) {
      // Code without highlighting is still usable. The next change retries.
      console.warn('Syntax highlighting could not be loaded:', error);
      return;
    }
    for (const { id } of wanted) learnt.add(id);
    if (!view.isDestroyed) decorate(view, key, true);
  }

  return {
    draw(doc, from, to) {
      const drawn: Decoration[] = [];
      doc.nodesBetween(from, to, (node, pos) => {
        if (node.type.name !== 'codeBlock') return !node.isTextblock;
        const language = languageOf(node.attrs['language']);
        if (language === null || node.content.size > longest) return false;
        if (colours === null || !learnt.has(language.id)) asked.add(language.id);
        else
          for (const { from: start, to: end, classes } of colours.coloursOf(
            node.textContent,
            language.id,
          ))
            drawn.push(Decoration.inline(pos + 1 + start, pos + 1 + end, { class: classes }));
        return false;
      });
      return drawn;
    },
    loadMissing: (view) => void (asked.size > 0 && learn(view)),
  };
}

/**
 * Highlights code by decorations, so that nothing is stored in the document. Grammars are loaded
 * when a document first needs them. After a change only the touched code blocks are highlighted
 * again.
 */
export function codeColouring(): Plugin {
  const { draw, loadMissing } = createHighlighter();
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => DecorationSet.create(doc, draw(doc, 0, doc.content.size)),
      apply(tr, before) {
        const { doc } = tr;
        if (tr.getMeta(key) === true)
          return DecorationSet.create(doc, draw(doc, 0, doc.content.size));
        return tr.docChanged ? redrawn(before, tr, draw) : before;
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: (view) => {
      loadMissing(view);
      return { update: loadMissing };
    },
  });
}

/** Maps decorations through a change, and draws the touched code blocks again. */
function redrawn(
  before: DecorationSet,
  { mapping, doc }: Transaction,
  draw: Highlighter['draw'],
): DecorationSet {
  const touched = touchedRange(mapping);
  const kept = before.map(mapping, doc);
  if (touched === null) return kept;
  let set = kept;
  doc.nodesBetween(
    Math.max(touched.from - 1, 0),
    Math.min(touched.to + 1, doc.content.size),
    (node, pos) => {
      if (!node.isTextblock) return true;
      // A former code block may be a paragraph now.
      const gone = set.find(pos, pos + node.nodeSize);
      if (gone.length > 0) set = set.remove(gone);
      if (node.type.name === 'codeBlock') set = set.add(doc, draw(doc, pos, pos + node.nodeSize));
      return false;
    },
  );
  return set;
}
