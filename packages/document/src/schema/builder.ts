import { cleanMarks, cleanNode } from './clean-attributes.ts';
import { isOwnFile, isSafeImage } from './image.ts';
import type { MarkJson, NodeJson } from './json.ts';
import { inlineLeaves, leafText } from './leaves.ts';
import { isSafeLink } from './link.ts';
import { textBlocks } from './schema.ts';
import { normalizeTable } from './normalize-table.ts';
import { losses } from './losses.ts';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Resolvers for addresses that are not web addresses: pictures embedded in the page or beside it,
 * attached files beside it, and pages of the same archive. Each returns the replacement address, or
 * null.
 */
export type Resolve = {
  readonly picture?: (address: string) => string | null;
  readonly link?: (address: string) => string | null;
  readonly file?: (address: string) => string | null;
  /** Resolves a file that a text references by name only, as in `[[Page]]`. */
  readonly named?: (name: string) => string | null;
};

type Frame = { node: NodeJson; content: NodeJson[]; implicit: boolean; collapse: boolean };

/**
 * Maximum nesting depth of nodes; deeper ones are replaced by their content. Lower than the limit
 * of 100 when a document is read.
 */
const deepest = 80;

const itemOf: Readonly<Record<string, string>> = {
  bulletList: 'listItem',
  orderedList: 'listItem',
  taskList: 'taskItem',
  columns: 'column',
};
const listOf: Readonly<Record<string, string>> = {
  listItem: 'bulletList',
  taskItem: 'taskList',
  column: 'columns',
};
const rowParts: ReadonlySet<string> = new Set(['tableCell', 'tableHeader']);
const needsContent: ReadonlySet<string> = new Set([...Object.keys(itemOf), 'table', 'tableRow']);

/**
 * Builds a document that conforms to the schema from arbitrary events of a format reader. An item
 * without a list gets one, a picture in a line splits the line, short table rows are filled, and
 * text gets a paragraph. Not recursive.
 */
export type Builder = {
  /** Opens a node of a known kind. Pass the result to `close`. */
  open(type: string, attributes?: Attributes, collapse?: boolean): number;
  /** Closes the node for which `open` returned `place`, and all nodes still open in it. */
  close(place: number): void;
  /**
   * Adds text. `collapse` normalizes white space as in HTML: one space, and none at the edges of a
   * block.
   */
  text(text: string, marks?: readonly MarkJson[], collapse?: boolean): void;
  /** Adds a leaf, inline or as a block: see {@link isLeaf}. */
  leaf(type: string, attributes?: Attributes): void;
  /** Sets the caption of the last picture. Returns false if there is none without a caption. */
  captionPicture(text: string): boolean;
  /** Sets the language of the code block that was just opened. */
  describeCode(language: string): void;
  /** Closes the implicit paragraph around text. */
  boundary(): void;
  /** Returns the document. Nothing may be added afterwards. */
  finish(): NodeJson;
};

/**
 * Creates a builder of one document. `lost` collects sentences about content that cannot be
 * converted. `resolve` resolves addresses that are not web addresses.
 */
export function documentBuilder(lost: Set<string>, resolve: Resolve = {}): Builder {
  return new DocumentBuilder(lost, resolve);
}

class DocumentBuilder implements Builder {
  readonly #lost: Set<string>;
  readonly #resolve: Resolve;
  readonly #root: Frame = {
    node: { type: 'doc' },
    content: [],
    implicit: false,
    collapse: false,
  };
  readonly #stack: Frame[] = [this.#root];
  /** Implicitly created lists and tables: a following stray item is added to the same one. */
  readonly #strays = new WeakSet<NodeJson>();
  /** The last picture that got a caption. A second caption is text. */
  #captioned: NodeJson | null = null;

  constructor(lost: Set<string>, resolve: Resolve) {
    this.#lost = lost;
    this.#resolve = resolve;
  }

  open(type: string, attributes: Attributes = {}, collapse = false): number {
    this.#leaveTextBlock();
    if (type === 'tableRow' || rowParts.has(type)) this.#leaveCell(type);
    const place = this.#stack.length;
    if (place >= deepest && !textBlocks.has(type)) {
      this.#lost.add(losses.tooDeep);
      return -1;
    }
    this.#push(this.#makeRoom(type), attributes, false, collapse && type !== 'codeBlock');
    return place;
  }

  close(place: number): void {
    if (place < 0) this.#leaveTextBlock();
    else while (this.#stack.length > Math.max(place, 1)) this.#pop();
  }

  text(text: string, marks: readonly MarkJson[] = [], collapse = false): void {
    const isText = textBlocks.has(this.#top().node.type);
    if (text === '' || (collapse && !isText && /^[ \t\n\f\r]*$/.test(text))) return;
    const frame = this.#needTextBlock(collapse);
    const isCode = frame.node.type === 'codeBlock';
    const shown = collapse && !isCode ? collapsed(text, frame.content.at(-1)) : text;
    if (shown === '') return;
    // Bold and italic in a code block mark its syntax: only links are reported.
    if (isCode && marks.some(({ type }) => type === 'link')) this.#lost.add(losses.linksInCode);
    const kept = isCode ? [] : cleanMarks(marks, this.#lost, this.#resolve.link);
    addText(frame.content, shown, kept);
  }

  leaf(type: string, attributes: Attributes = {}): void {
    if (inlineLeaves.has(type)) {
      this.#inlineLeaf(type, attributes);
    } else if (type === 'attachment') {
      this.#attachment(attributes);
    } else if (type === 'image') {
      this.#picture(attributes);
    } else {
      this.#append(cleanNode(this.#makeRoom(type), attributes));
    }
  }

  captionPicture(text: string): boolean {
    const last = this.#top().content.at(-1);
    if (last?.type !== 'image' || last === this.#captioned) return false;
    const title = text.replace(/\s+/g, ' ').trim();
    if (title === '') return true;
    last.attrs = { ...last.attrs, title };
    this.#captioned = last;
    return true;
  }

  describeCode(language: string): void {
    const { node, content } = this.#top();
    if (node.type === 'codeBlock' && content.length === 0)
      Object.assign(node, cleanNode('codeBlock', { language }));
  }

  boundary(): void {
    if (this.#top().implicit) this.#leaveTextBlock();
  }

  finish(): NodeJson {
    while (this.#stack.length > 1) this.#pop();
    const { content } = this.#root;
    if (content.length === 0) content.push({ type: 'paragraph' });
    return { type: 'doc', content };
  }

  #top(): Frame {
    return this.#stack[this.#stack.length - 1] ?? this.#root;
  }

  #append(node: NodeJson): void {
    const parent = this.#top();
    const isItem = parent.node.type === 'listItem' || parent.node.type === 'taskItem';
    if (isItem && parent.content.length === 0 && node.type !== 'paragraph')
      parent.content.push({ type: 'paragraph' });
    parent.content.push(node);
  }

  #push(type: string, attributes: Attributes, implicit: boolean, collapse = false): void {
    const node = cleanNode(type, attributes);
    const last = this.#top().content.at(-1);
    const resumed = implicit && last?.type === type && this.#strays.has(last) && last.content;
    if (resumed) {
      this.#stack.push({ node: last, content: resumed, implicit, collapse });
      return;
    }
    this.#append(node);
    if (implicit && needsContent.has(type)) this.#strays.add(node);
    this.#stack.push({ node, content: (node.content = []), implicit, collapse });
  }

  #pop(): void {
    const frame = this.#stack.pop();
    if (!frame) return;
    const { node, content } = frame;
    if (textBlocks.has(node.type)) {
      if (frame.collapse) trimEnd(content);
      if (content.length === 0) delete node.content;
      if (content.length === 0 && frame.implicit) this.#top().content.pop();
    } else if (content.length === 0 && needsContent.has(node.type)) {
      this.#top().content.pop();
    } else if (content.length === 0) {
      content.push({ type: 'paragraph' });
    } else if (node.type === 'table') {
      normalizeTable(node);
    }
  }

  #leaveTextBlock(): void {
    const frame = this.#top();
    if (!textBlocks.has(frame.node.type)) return;
    if (frame.content.length === 0) frame.implicit = true;
    this.#pop();
  }

  /**
   * Closes open cells: a row or cell inside a cell belongs to the surrounding table, because pages
   * omit end tags of cells and rows.
   */
  #leaveCell(type: string): void {
    const stack = this.#stack;
    const table = stack.findLastIndex(({ node }) => node.type === 'table');
    const keep = type === 'tableRow' || stack[table + 1] === undefined ? table : table + 1;
    while (table >= 0 && stack.length > keep + 1) this.#pop();
  }

  /** Opens the missing parents of a node of kind `type`. Returns the kind that is allowed there. */
  #makeRoom(type: string): string {
    this.#leaveTextBlock();
    for (;;) {
      const at = this.#top().node.type;
      const item = itemOf[at];
      if (item !== undefined) {
        if (type in listOf) return item;
        this.#openItem(item, type);
      } else if (at === 'table') {
        if (type === 'tableRow') return type;
        this.#push('tableRow', {}, true);
      } else if (at === 'tableRow') {
        if (rowParts.has(type)) return type;
        this.#push('tableCell', {}, true);
      } else {
        const list = listOf[type];
        if (list !== undefined) this.#push(list, {}, true);
        else if (type === 'tableRow' || rowParts.has(type)) this.#push('table', {}, true);
        else return type;
      }
    }
  }

  /**
   * Opens an item for a node of kind `type`. A list beside the items of another list belongs to the
   * item before it.
   */
  #openItem(item: string, type: string): void {
    const last = this.#top().content.at(-1);
    if (type in itemOf && last?.type === item && last.content)
      this.#stack.push({ node: last, content: last.content, implicit: true, collapse: false });
    else this.#push(item, {}, true);
  }

  #needTextBlock(collapse: boolean): Frame {
    if (!textBlocks.has(this.#top().node.type)) {
      this.#makeRoom('paragraph');
      this.#push('paragraph', {}, true, collapse);
    }
    return this.#top();
  }

  #inlineLeaf(type: string, attributes: Attributes): void {
    const node = cleanNode(type, attributes);
    const said = leafText(type, node.attrs ?? {});
    if (said === '') return;
    const frame = this.#needTextBlock(false);
    if (frame.node.type === 'codeBlock') addText(frame.content, said, []);
    else frame.content.push(node);
  }

  #attachment(attributes: Attributes): void {
    const given = attributes['src'];
    const found = typeof given === 'string' ? this.#resolve.file?.(given) : null;
    const src = isOwnFile(given) ? given : (found ?? null);
    const type = 'attachment';
    if (src !== null) return this.#append(cleanNode(this.#makeRoom(type), { ...attributes, src }));
    this.#lost.add(losses.filesElsewhere);
    this.text(leafText(type, cleanNode(type, attributes).attrs ?? {}));
  }

  #picture(attributes: Attributes): void {
    const given = attributes['src'];
    const src = isSafeImage(given)
      ? given
      : typeof given === 'string'
        ? (this.#resolve.picture?.(given) ?? null)
        : null;
    const to = attributes['href'];
    const href = isSafeLink(to)
      ? to
      : typeof to === 'string'
        ? (this.#resolve.link?.(to) ?? null)
        : null;
    if (src !== null)
      return this.#append(cleanNode(this.#makeRoom('image'), { ...attributes, src, href }));
    this.#lost.add(losses.picturesElsewhere);
    this.text(typeof attributes['alt'] === 'string' ? attributes['alt'] : '');
  }
}

/**
 * Texts that end with a space. Cached, because reading the end of a concatenated string flattens it
 * each time.
 */
const spaced = new WeakSet<NodeJson>();

function addText(content: NodeJson[], text: string, marks: MarkJson[]): void {
  const last = content.at(-1);
  if (last?.text !== undefined && JSON.stringify(last.marks ?? []) === JSON.stringify(marks))
    last.text += text;
  else content.push(marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks });
  const written = content.at(-1);
  if (written === undefined || text === '') return;
  if (text.endsWith(' ')) spaced.add(written);
  else spaced.delete(written);
}

function collapsed(text: string, before: NodeJson | undefined): string {
  const single = text.replace(/[ \t\n\f\r]+/g, ' ');
  const isAtEdge = before === undefined || before.type === 'hardBreak' || spaced.has(before);
  return isAtEdge ? single.replace(/^ /, '') : single;
}

function trimEnd(content: NodeJson[]): void {
  const last = content.at(-1);
  if (last?.text === undefined) return;
  last.text = last.text.replace(/ $/, '');
  if (last.text === '') content.pop();
}
