import { cleanMarks, cleanNode } from './clean-attributes.ts';
import { isOwnFile, isSafeImage } from './image.ts';
import type { MarkJson, NodeJson } from './json.ts';
import { inlineLeaves, leafText } from './leaves.ts';
import { isSafeLink } from './link.ts';
import { textBlocks } from './schema.ts';
import { squareTable } from './square-table.ts';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Looks up addresses that are not web addresses: pictures that lie in the page or beside it, pages of the same archive. Each answers
 * the address to put in its place, or null.
 */
export type Resolve = {
  readonly picture?: (address: string) => string | null;
  readonly link?: (address: string) => string | null;
  /** Answers the address of the file that a text calls by its name alone, as in `[[Page]]`. */
  readonly named?: (name: string) => string | null;
};

type Frame = { node: NodeJson; content: NodeJson[]; implicit: boolean; collapse: boolean };

/** Levels of nodes that are kept; what lies deeper is lifted with its text. Below the hundred at which reading a document lifts. */
const deepest = 80;

const itemOf: Readonly<Record<string, string>> = {
  bulletList: 'listItem',
  orderedList: 'listItem',
  taskList: 'taskItem',
  columns: 'column',
};
const listOf: Readonly<Record<string, string>> = { listItem: 'bulletList', taskItem: 'taskList', column: 'columns' };
const rowParts: ReadonlySet<string> = new Set(['tableCell', 'tableHeader']);
const needsContent: ReadonlySet<string> = new Set([...Object.keys(itemOf), 'table', 'tableRow']);

/**
 * Builds a document that fits the schema out of what a reader of some other format meets, whatever that is: an item without a list
 * gets one, a picture in a line splits the line, a short table is filled up, text always finds a paragraph. Nothing recurses.
 */
export type Builder = {
  /** Begins a node of a known kind. Give what it answers to `close`. */
  open(type: string, attributes?: Attributes, collapse?: boolean): number;
  /** Ends the node for which `open` answered `place`, and all that is still open in it. */
  close(place: number): void;
  /** Writes text. With `collapse`, white space is that of HTML: one space, and none at the edges of a block. */
  text(text: string, marks?: readonly MarkJson[], collapse?: boolean): void;
  /** A thing that stands for itself, in a line or as a block: see {@link isLeaf}. */
  leaf(type: string, attributes?: Attributes): void;
  /** Says what stands below the picture that came last. False where none did. */
  captionPicture(text: string): boolean;
  /** Says the language of the code that has just begun. */
  describeCode(language: string): void;
  /** Ends the paragraph that text made for itself. */
  boundary(): void;
  /** The document. Nothing may be written afterwards. */
  finish(): NodeJson;
};

/** A builder of one document. `lost` is told, in sentences, what cannot be carried. `resolve` looks up addresses that are not web addresses. */
export function documentBuilder(lost: Set<string>, resolve: Resolve = {}): Builder {
  const root: Frame = { node: { type: 'doc' }, content: [], implicit: false, collapse: false };
  const stack: Frame[] = [root];
  /** Lists and tables that nobody opened: the next stray item belongs to the same one. */
  const strays = new WeakSet<NodeJson>();
  const top = (): Frame => stack[stack.length - 1] ?? root;

  function append(node: NodeJson): void {
    const parent = top();
    const isItem = parent.node.type === 'listItem' || parent.node.type === 'taskItem';
    if (isItem && parent.content.length === 0 && node.type !== 'paragraph') parent.content.push({ type: 'paragraph' });
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

  /** A row or cell in a cell belongs to the table around it: pages leave out the ends of cells and rows. */
  function leaveCell(type: string): void {
    const table = stack.findLastIndex(({ node }) => node.type === 'table');
    const keep = type === 'tableRow' || stack[table + 1] === undefined ? table : table + 1;
    while (table >= 0 && stack.length > keep + 1) pop();
  }

  /** Opens what is missing above a node of the kind `type`, and answers the kind that it may have there. */
  function makeRoom(type: string): string {
    leaveTextBlock();
    for (;;) {
      const at = top().node.type;
      const item = itemOf[at];
      if (item !== undefined) {
        if (type in listOf) return item;
        const last = top().content.at(-1);
        // A list that stands beside the items of another belongs to the one before it.
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
    const src = isSafeImage(given) ? given : typeof given === 'string' ? (resolve.picture?.(given) ?? null) : null;
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
      if (node.type === 'codeBlock' && content.length === 0) Object.assign(node, cleanNode('codeBlock', { language }));
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

/** Texts that end with a space. To look at its end joins the pieces of a text, each time anew. */
const spaced = new WeakSet<NodeJson>();

function addText(content: NodeJson[], text: string, marks: MarkJson[]): void {
  const last = content.at(-1);
  if (last?.text !== undefined && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)) last.text += text;
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
