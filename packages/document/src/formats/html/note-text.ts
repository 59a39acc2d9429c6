import { notesArePlain } from '../footnotes.ts';
import { marksFor, type Attributes } from './element-attributes.ts';
import { kindOfElement } from './elements.ts';

const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'table']);

/** True if an element separates words. */
const isSeparator = (name: string): boolean =>
  name === 'br' || name === 'img' || kindOfElement(name) === 'block';

/**
 * Text of a note, from the elements in it. The address of a link follows its text. A link from the
 * note back to its number is left out. `lost` gets sentences about other content.
 */
export class NoteText {
  readonly #lost: Set<string>;
  readonly #back: RegExp;
  readonly #pieces: string[] = [];
  #depth = 0;
  #hasText = false;
  /** The open link, its depth, and the index where its text begins. */
  #link: { href: string; depth: number; at: number; isBack: boolean } | null = null;

  /** @param back matches the addresses of links back to numbers */
  constructor(back: RegExp, lost: Set<string>) {
    [this.#back, this.#lost] = [back, lost];
  }

  open(name: string, attributes: Attributes): void {
    this.#depth += 1;
    if (isSeparator(name)) this.#pieces.push(' ');
    if (this.#link?.isBack === true) return;
    if (lists.has(name) || (name === 'p' && this.#hasText)) this.#lost.add(notesArePlain.blocks);
    if (name === 'img') this.#lost.add(notesArePlain.pictures);
    const href = attributes['href'];
    if (name === 'a' && href !== undefined)
      this.#link ??= {
        href,
        depth: this.#depth,
        at: this.#pieces.length,
        isBack: this.#back.test(href),
      };
    else if (name !== 'a' && marksFor(name, attributes).length > 0)
      this.#lost.add(notesArePlain.formats);
  }

  text(said: string): void {
    if (this.#link?.isBack === true) return;
    this.#pieces.push(said);
    this.#hasText ||= said.trim() !== '';
  }

  close(name: string): void {
    const link = this.#link;
    if (link?.depth === this.#depth) {
      const said = this.#pieces.slice(link.at).join('');
      if (!said.includes(link.href) && !link.href.startsWith('#'))
        this.#pieces.push(` (${link.href})`);
      this.#link = null;
    } else if (isSeparator(name)) this.#pieces.push(' ');
    this.#depth -= 1;
  }

  /** Returns the text in one line. */
  toString(): string {
    return this.#pieces.join('').replace(/\s+/g, ' ').trim();
  }
}
