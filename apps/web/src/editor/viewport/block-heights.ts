import type { Node } from '@tiptap/pm/model';

/** Height of a block and its margins (pixels), without their collapsing. */
export type BlockHeight = {
  readonly height: number;
  readonly above: number;
  readonly below: number;
};

/** Dimensions of the text column, from which heights are estimated (pixels). */
export type Column = {
  readonly width: number;
  readonly lineHeight: number;
  readonly fontSize: number;
};

/** Column before the text is in the page. */
const usual: Column = { width: 680, lineHeight: 31, fontSize: 19 };

/** Mean width of a character, as a fraction of the font size. */
const characterWidth = 0.46;

/** Distance between two blocks, as a fraction of the font size: same as in text.css. */
const betweenBlocks = 0.85;

/** Number of lines that a picture is as high as. */
const pictureLines = 12;

/**
 * Heights of the blocks of a text: measured while a block is rendered, and estimated from the
 * length of its text before.
 */
export class BlockHeights {
  #column = usual;
  #measured = new WeakMap<Node, BlockHeight>();

  /** Sets the dimensions of the column. Returns true if heights have changed. */
  setColumn(column: Column): boolean {
    const { width, lineHeight, fontSize } = this.#column;
    if (column.width === width && column.lineHeight === lineHeight && column.fontSize === fontSize)
      return false;
    // Heights that were measured before the first layout of this column are those of another one.
    this.#measured = new WeakMap();
    this.#column = column;
    return true;
  }

  /** Records a measured height. */
  set(block: Node, height: BlockHeight): void {
    this.#measured.set(block, height);
  }

  /** Returns the measured height of a block; undefined if it was not rendered yet. */
  measured(block: Node): BlockHeight | undefined {
    return this.#measured.get(block);
  }

  /** Returns the height of a block, estimated if it was not rendered yet. */
  of(block: Node): BlockHeight {
    return (
      this.#measured.get(block) ?? {
        height: Math.round(this.#estimate(block, this.#column.width)),
        above: Math.round(betweenBlocks * this.#column.fontSize),
        below: 0,
      }
    );
  }

  #estimate(node: Node, width: number): number {
    const { lineHeight, fontSize } = this.#column;
    if (node.isTextblock) {
      const characters = Math.max(width / (characterWidth * fontSize), 1);
      return Math.max(Math.ceil(node.content.size / characters), 1) * lineHeight;
    }
    if (node.isLeaf) return node.type.name === 'image' ? pictureLines * lineHeight : lineHeight;
    if (node.type.spec['tableRole'] === 'row') {
      let highest = lineHeight;
      node.forEach((cell) => {
        highest = Math.max(highest, this.#estimate(cell, width / node.childCount));
      });
      return highest;
    }
    let height = 0;
    node.forEach((child) => {
      height += this.#estimate(child, width);
    });
    return height;
  }
}

/** Measures a rendered block. */
export function measureBlock(element: HTMLElement): BlockHeight {
  const { marginTop, marginBottom } = getComputedStyle(element);
  return {
    height: element.getBoundingClientRect().height,
    above: Number.parseFloat(marginTop) || 0,
    below: Number.parseFloat(marginBottom) || 0,
  };
}

/** Measures the column of a text. */
export function measureColumn(text: HTMLElement): Column {
  const { lineHeight, fontSize } = getComputedStyle(text);
  return {
    width: text.clientWidth,
    lineHeight: Number.parseFloat(lineHeight) || usual.lineHeight,
    fontSize: Number.parseFloat(fontSize) || usual.fontSize,
  };
}
