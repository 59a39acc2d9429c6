import { t } from '@lingui/core/macro';
import { Formula, InlineFormula } from '@longhand/document';
import { InputRule } from '@tiptap/core';
import { LeafView, type LeafForm } from './leaf-view.ts';
import { withStandIn } from '../../viewport/block-views.ts';

/**
 * Maximum length of a rendered source (characters). Rendering time grows with the length, and no
 * formula is that long.
 */
const longest = 4_000;

/**
 * Renders LaTeX. KaTeX and its fonts are loaded when the first formula is shown. Until then, and
 * for an invalid formula, the source is shown.
 */
async function drawFormula(face: HTMLElement, source: string, isBlock: boolean): Promise<void> {
  face.dataset['source'] = source;
  if (source.trim() === '') {
    face.textContent = t`Formula`;
    return;
  }
  if (face.childNodes.length === 0 || source.length > longest) face.textContent = source;
  if (source.length > longest) return;
  try {
    const { draw } = await import('./latex.ts');
    // The source may have changed while KaTeX was loading.
    if (face.dataset['source'] === source) draw(face, source, isBlock);
  } catch (error) {
    console.warn('The formula renderer could not be loaded:', error);
  }
}

const form = (type: string, isBlock: boolean): LeafForm => ({
  tag: isBlock ? 'div' : 'span',
  type,
  attribute: 'source',
  label: isBlock ? t`LaTeX (Ctrl+Enter when done)` : 'LaTeX',
  field: isBlock ? 'lines' : 'line',
  draw: (face, source) => void drawFormula(face, source, isBlock),
});

const [block, inline] = [form('formula', true), form('inlineFormula', false)];

/** Block formula in the editor. */
export const EditorFormula = Formula.extend({
  addNodeView() {
    return withStandIn(({ node, editor, getPos }) => new LeafView(block, node, editor, getPos));
  },
});

/** Inline formula in the editor. `$x^2$` inserts one, as in Markdown. */
export const EditorInlineFormula = InlineFormula.extend({
  addInputRules() {
    return [
      new InputRule({
        find: /(?<![\w$\\])\$([^\s$](?:[^$\n]*[^\s$\\])?)\$$/,
        handler: ({ range, match, chain }) => {
          // An amount followed by a space is more often money than mathematics: `$5 and $6`.
          if (/^\d+(?:[.,]\d+)?\s/.test(match[1] ?? '')) return null;
          chain()
            .deleteRange(range)
            .insertContent({ type: this.name, attrs: { source: match[1] } })
            .run();
          return undefined;
        },
      }),
    ];
  },
  addNodeView() {
    return ({ node, editor, getPos }) => new LeafView(inline, node, editor, getPos);
  },
});
