import type { Node } from '@tiptap/pm/model';
import { BlockHeights, type BlockHeight } from './block-heights.ts';
import type { BlockSpan } from './block-ranges.ts';

/** Heights and position of a text whose editor is gone. */
type Saved = {
  readonly heights: readonly (BlockHeight | undefined)[];
  readonly window: BlockSpan | null;
};

/**
 * Heights of blocks, and the position in the text, which outlive an editor. A change of the mode
 * creates a new editor, and must not move the page.
 */
export class ViewportMemory {
  readonly heights = new BlockHeights();
  #saved: Saved | null = null;

  /** Saves the heights of a document's blocks for another editor. */
  save(doc: Node, window: BlockSpan | null): void {
    const heights: (BlockHeight | undefined)[] = [];
    doc.forEach((block) => heights.push(this.heights.measured(block)));
    this.#saved = { heights, window };
  }

  /**
   * Restores the saved heights. Returns the blocks near the window of the browser; `otherwise` if
   * nothing was saved, or the number of blocks is different.
   */
  restore(doc: Node, otherwise: BlockSpan): BlockSpan {
    const saved = this.#saved;
    if (saved === null || saved.heights.length !== doc.childCount) return otherwise;
    doc.forEach((block, _pos, i) => {
      const height = saved.heights[i];
      if (height !== undefined) this.heights.set(block, height);
    });
    return saved.window ?? otherwise;
  }
}
