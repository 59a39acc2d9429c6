import { FileChild, StringValueElement, XmlComponent, type ParagraphChild } from 'docx';

/** Prefix of the tags of our own content controls: `longhand:kind` or `longhand:kind:value`. */
export const tagPrefix = 'longhand:';

/** Maximum length of a tag (characters). Source: ECMA-376, part 1, 17.5.2.42, as Word reads it. */
const longestTag = 64;

/** An element of a Word file with the given children. */
class Holder extends XmlComponent {
  constructor(name: string, children: readonly XmlComponent[]) {
    super(name);
    this.root.push(...children);
  }
}

/** Returns the properties and the content of a content control. */
function partsOf(tag: string, children: readonly XmlComponent[]): XmlComponent[] {
  const said = `${tagPrefix}${tag}`.slice(0, longestTag);
  return [
    new Holder('w:sdtPr', [new StringValueElement('w:tag', said)]),
    new Holder('w:sdtContent', children),
  ];
}

/**
 * Blocks of a Word file in a content control with a tag. Word shows only the blocks; an import
 * identifies their original kind by the tag. Source: ECMA-376, part 1, 17.5.2.
 */
export class TaggedBlocks extends FileChild {
  /** The last block. */
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

/** Wraps inline runs into a content control with a tag, like {@link TaggedBlocks}. */
export function taggedRuns(tag: string, runs: readonly ParagraphChild[]): ParagraphChild {
  // The library's types only allow its own classes; a paragraph may contain any inline element.
  return new Runs(tag, runs as readonly XmlComponent[]) as XmlComponent as ParagraphChild;
}
