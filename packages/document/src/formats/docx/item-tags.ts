const tokens = /<(ul|ol)><li>|<\/li><\/(?:ul|ol)>|<(\/?)item-(\d)>/g;

/** Returns the tag around blocks of an item, with the number of lists around them. */
export const itemTag = (levels: string, slash: '' | '/'): string =>
  `<${slash}item-${/^[1-9]$/.test(levels) ? levels : '0'}>`;

/**
 * Moves blocks between {@link itemTag} tags into the item before them. The reader of Word files
 * ends all lists before such a block, and begins new ones for the next item: they are joined.
 */
export function withItems(html: string): string {
  return html.includes('<item-') ? new ItemJoiner().joined(html) : html;
}

/** Joins lists around blocks of items. End tags are written when it is clear that a list ends. */
class ItemJoiner {
  readonly #made: string[] = [];
  /** Names of the open lists. */
  readonly #open: string[] = [];
  /** Number of lists that end here, unless a block of an item or an item of them follows. */
  #ends = 0;
  /** Names of the lists that begin after them. */
  #begun: string[] = [];
  /** Numbers of lists around the open blocks of items; 0 if they do not follow an item. */
  readonly #items: number[] = [];

  joined(html: string): string {
    let at = 0;
    for (const { 0: tag, 1: name, 2: slash, 3: levels, index } of html.matchAll(tokens)) {
      this.#text(html.slice(at, index));
      at = index + tag.length;
      if (name !== undefined) this.#begun.push(name);
      else if (levels === undefined) this.#end(1);
      else if (slash === '') this.#beginItem(Number(levels));
      else this.#end(this.#items.pop() ?? 0);
    }
    this.#text(html.slice(at));
    this.#settle();
    return this.#made.join('');
  }

  #text(text: string): void {
    if (text === '') return;
    this.#settle();
    this.#made.push(text);
  }

  #end(count: number): void {
    this.#begin();
    this.#ends += count;
  }

  #beginItem(levels: number): void {
    this.#begin();
    const isInItem = this.#ends >= levels;
    if (isInItem) this.#ends -= levels;
    this.#items.push(isInItem ? levels : 0);
    this.#close();
  }

  #settle(): void {
    this.#begin();
    this.#close();
  }

  #close(): void {
    for (; this.#ends > 0; this.#ends -= 1) {
      const name = this.#open.pop();
      if (name !== undefined) this.#made.push(`</li></${name}>`);
    }
  }

  /**
   * Begins lists, or continues those that would end. Of several lists that begin at once, the
   * reader of Word files knows only the kind of the last.
   */
  #begin(): void {
    const [begun, levels] = [this.#begun, this.#ends];
    const last = begun.at(-1);
    if (last === undefined) return;
    this.#begun = [];
    const known = this.#open[this.#open.length - levels + begun.length - 1];
    const isContinued = begun.length <= levels && known === last;
    const kept = isContinued ? begun.length : Math.min(begun.length - 1, levels);
    this.#ends = levels - kept;
    this.#close();
    if (isContinued) this.#made.push('</li><li>');
    for (const name of begun.slice(kept)) {
      this.#open.push(name);
      this.#made.push(`<${name}><li>`);
    }
  }
}
