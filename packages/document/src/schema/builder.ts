import { cleanMarks, cleanNode } from './clean-attributes.ts';
import { isOwnFile, isSafeImage } from './image.ts';
import type { MarkJson, NodeJson } from './json.ts';
import { inlineLeaves, leafText } from './leaves.ts';
import { isSafeLink } from './link.ts';
import { textBlocks } from './schema.ts';
import { squareTable } from './square-table.ts';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Resolvers for addresses that are not web addresses: pictures embedded in the page or beside it,
 * and pages of the same archive. Each returns the replacement address, or null.
 */
export type Resolve = {
  readonly picture?: (address: string) => string | null;
  readonly link?: (address: string) => string | null;
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
  /** Sets the caption of the last picture. Returns false if there is none. */
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
  const root: Frame = { node: { type: 'doc' }, content: [], implicit: false, collapse: false };
  const stack: Frame[] = [root];
  /** Implicitly created lists and tables: a following stray item is added to the same one. */
  const strays = new WeakSet<NodeJson>();
  const top = (): Frame => stack[stack.length - 1] ?? root;

  function append(node: NodeJson): void {
    const parent = top();
    const isItem = parent.node.type === 'listItem' || parent.node.type === 'taskItem';
    if (isItem && parent.content.length === 0 && node.type !== 'paragraph')
      parent.content.push({ type: 'paragraph' });
    parent.content.push(node);
  }

  function push(type: string, attributes: Attributes, implicit: boolean, collapse = false): void {
    const node = cleanNode(type, attributes);
    const last = top().content.at(-1);
    const resumed = implicit && last?.type === type && strays.has(last) && last.content;
    if (resumed) {
      stack.push({ node: last, content: resumed, implicit, collapse });
      return;
    }
    append(node);
    if (implicit && needsContent.has(type)) strays.add(node);
    stack.push({ node, content: (node.content = []), implicit, collapse });
  }
  function pop(): void {
    const frame = stack.pop();
    if (!frame) return;
    const { node, content } = frame;
    if (textBlocks.has(node.type)) {
      if (frame.collapse) trimEnd(content);
      if (content.length === 0) delete node.content;
      if (content.length === 0 && frame.implicit) top().content.pop();
    } else if (content.length === 0 && needsContent.has(node.type)) {
      top().content.pop();
    } else if (content.length === 0) {
      content.push({ type: 'paragraph' });
    } else if (node.type === 'table') {
      squareTable(node);
    }
  }

  function leaveTextBlock(): void {
    const frame = top();
    if (!textBlocks.has(frame.node.type)) return;
    if (frame.content.length === 0) frame.implicit = true;
    pop();
  }

  /**
   * Closes open cells: a row or cell inside a cell belongs to the surrounding table, because pages
   * omit end tags of cells and rows.
   */
  function leaveCell(type: string): void {
    const table = stack.findLastIndex(({ node }) => node.type === 'table');
    const keep = type === 'tableRow' || stack[table + 1] === undefined ? table : table + 1;
    while (table >= 0 && stack.length > keep + 1) pop();
  }

  /** Opens the missing parents of a node of kind `type`. Returns the kind that is allowed there. */
  function makeRoom(type: string): string {
    leaveTextBlock();
    for (;;) {
      const at = top().node.type;
      const item = itemOf[at];
      if (item !== undefined) {
        if (type in listOf) return item;
        const last = top().content.at(-1);
        // A list beside the items of another list belongs to the item before it.
        if (type in itemOf && last?.type === item && last.content)
          stack.push({ node: last, content: last.content, implicit: true, collapse: false });
        else push(item, {}, true);
      } else if (at === 'table') {
        if (type === 'tableRow') return type;
        push('tableRow', {}, true);
      } else if (at === 'tableRow') {
        if (rowParts.has(type)) return type;
        push('tableCell', {}, true);
      } else {
        const list = listOf[type];
        if (list !== undefined) push(list, {}, true);
        else if (type === 'tableRow' || rowParts.has(type)) push('table', {}, true);
        else return type;
      }
    }
  }

  function needTextBlock(collapse: boolean): Frame {
    if (!textBlocks.has(top().node.type)) {
      makeRoom('paragraph');
      push('paragraph', {}, true, collapse);
    }
    return top();
  }

  function write(text: string, given: readonly MarkJson[], collapse: boolean): void {
    const isText = textBlocks.has(top().node.type);
    if (text === '' || (collapse && !isText && /^[ \t\n\f\r]*$/.test(text))) return;
    const frame = needTextBlock(collapse);
    const isCode = frame.node.type === 'codeBlock';
    const shown = collapse && !isCode ? collapsed(text, frame.content.at(-1)) : text;
    if (shown === '') return;
    addText(frame.content, shown, isCode ? [] : cleanMarks(given, lost, resolve.link));
  }

  function picture(attributes: Attributes): void {
    const given = attributes['src'];
    const src = isSafeImage(given)
      ? given
      : typeof given === 'string'
        ? (resolve.picture?.(given) ?? null)
        : null;
    const to = attributes['href'];
    const href = isSafeLink(to) ? to : typeof to === 'string' ? (resolve.link?.(to) ?? null) : null;
    if (src !== null) return append(cleanNode(makeRoom('image'), { ...attributes, src, href }));
    lost.add('Pictures that are not at a web address became their description.');
    write(typeof attributes['alt'] === 'string' ? attributes['alt'] : '', [], false);
  }

  return {
    open(type, attributes = {}, collapse = false) {
      leaveTextBlock();
      if (type === 'tableRow' || rowParts.has(type)) leaveCell(type);
      const place = stack.length;
      if (place >= deepest && !textBlocks.has(type)) {
        lost.add('What was nested deeper than eighty levels was lifted.');
        return -1;
      }
      push(makeRoom(type), attributes, false, collapse && type !== 'codeBlock');
      return place;
    },
    close(place) {
      if (place < 0) leaveTextBlock();
      else while (stack.length > Math.max(place, 1)) pop();
    },
    text: (text, marks = [], collapse = false) => write(text, marks, collapse),
    leaf(type, attributes = {}) {
      if (inlineLeaves.has(type)) {
        const node = cleanNode(type, attributes);
        const said = leafText(type, node.attrs ?? {});
        if (said === '') return;
        const frame = needTextBlock(false);
        if (frame.node.type === 'codeBlock') addText(frame.content, said, []);
        else frame.content.push(node);
      } else if (type === 'attachment' && !isOwnFile(attributes['src'])) {
        lost.add('Files that lie elsewhere became their names.');
        write(leafText(type, cleanNode(type, attributes).attrs ?? {}), [], false);
      } else if (type === 'image') {
        picture(attributes);
      } else {
        append(cleanNode(makeRoom(type), attributes));
      }
    },
    captionPicture(text) {
      const last = top().content.at(-1);
      if (last?.type !== 'image') return false;
      const title = text.replace(/\s+/g, ' ').trim();
      if (title !== '') last.attrs = { ...last.attrs, title };
      return true;
    },
    describeCode(language) {
      const { node, content } = top();
      if (node.type === 'codeBlock' && content.length === 0)
        Object.assign(node, cleanNode('codeBlock', { language }));
    },
    boundary() {
      if (top().implicit) leaveTextBlock();
    },
    finish() {
      while (stack.length > 1) pop();
      if (root.content.length === 0) root.content.push({ type: 'paragraph' });
      return { type: 'doc', content: root.content };
    },
  };
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
