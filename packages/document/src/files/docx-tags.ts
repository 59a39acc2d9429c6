import { FileChild, StringValueElement, XmlComponent, type ParagraphChild } from 'docx';

/** What the tags of our own content controls begin with: `longhand:kind` or `longhand:kind:value`. */
export const tagPrefix = 'longhand:';

/** Most characters of a tag. Source: ECMA-376, part 1, 17.5.2.42, as Word reads it. */
const longestTag = 64;

/** An element of a Word file with these in it. */
class Holder extends XmlComponent {
  constructor(name: string, children: readonly XmlComponent[]) {
    super(name);
    this.root.push(...children);
  }
}

/** What a content control says of itself, and what is in it. */
function partsOf(tag: string, children: readonly XmlComponent[]): XmlComponent[] {
  const said = `${tagPrefix}${tag}`.slice(0, longestTag);
  return [new Holder('w:sdtPr', [new StringValueElement('w:tag', said)]), new Holder('w:sdtContent', children)];
}

/**
 * Blocks of a Word file in a content control with a tag: people see the blocks alone, and an import knows by the tag what they were. Source:
 * ECMA-376, part 1, 17.5.2.
 */
export class TaggedBlocks extends FileChild {
  /** The last of the blocks. */
  readonly last: FileChild | undefined;

  constructor(tag: string, children: readonly FileChild[]) {
    super('w:sdt');
    this.last = children.at(-1);
    this.root.push(...partsOf(tag, children));
  }
}

class Runs extends XmlComponent {
  constructor(tag: string, children: readonly XmlComponent[]) {
    super('w:sdt');
    this.root.push(...partsOf(tag, children));
  }
}

/** Puts runs of a line into a content control with a tag, as {@link TaggedBlocks}. */
export function taggedRuns(tag: string, runs: readonly ParagraphChild[]): ParagraphChild {
  // The library's types name what it knows to write; a paragraph may hold any element of a line.
  return new Runs(tag, runs as readonly XmlComponent[]) as XmlComponent as ParagraphChild;
}
