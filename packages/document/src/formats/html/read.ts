import { Parser, type Handler } from 'htmlparser2';
import { documentBuilder, type Builder, type Resolve } from '../../schema/builder.ts';
import { classStylesOf, withClassStyles } from './class-styles.ts';
import { captureOf, isFormulaSource, isRepetition, sourceMark, type Capture } from './captures.ts';
import {
  attributesFor,
  isTracked,
  languageOf,
  marksFor,
  pictureOf,
  type Attributes,
} from './element-attributes.ts';
import { blockOf, lineBreaking, named, silent } from './elements.ts';
import type { MarkJson, NodeJson } from '../../schema/json.ts';
import { jsonOfText } from '../text/plain.ts';
import { captionsArePlain, leftOutOf } from './left-out.ts';
import { inElements } from './word-processors.ts';
import { losses } from '../../schema/losses.ts';

/** State to undo when an open element closes. */
type Open = {
  place?: number;
  marks?: number;
  silent?: true;
  boundary?: true;
  captured?: true;
  source?: true;
  verbatim?: true;
};

/**
 * Maximum number of open elements. For each further element, the parser takes time in proportion to
 * their number.
 */
const deepest = 2_000;

/**
 * Converts a page or HTML fragment to a document. White space is treated as in a browser. Scripts,
 * styles and drawings are dropped; elements without meaning for the text are ignored. Accepts any
 * input, including malformed and hostile HTML, without recursion. `lost` gets sentences about
 * content that cannot be converted.
 */
export function jsonOfHtml(
  html: string,
  lost: Set<string> = new Set(),
  resolve: Resolve = {},
): NodeJson {
  const builder = documentBuilder(lost, resolve);
  let isTooDeep = false;
  const tooDeep = (): void => {
    isTooDeep = true;
    parser.pause();
  };
  const reader = new HtmlReader(builder, lost, { tooDeep, styles: classStylesOf(html) });
  const parser = new Parser(reader);
  parser.write(inElements(html.replaceAll('\0', ''), lost));
  if (!isTooDeep) parser.end();
  return isTooDeep ? withoutTags(html, lost) : builder.finish();
}

function withoutTags(html: string, lost: Set<string>): NodeJson {
  lost.add(losses.deepPage);
  const lines = html.replace(/<[^<>]*>/g, '\n').split('\n');
  return jsonOfText(
    lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n'),
  );
}

/**
 * A reader for fragments of HTML between other text that is added to the same builder separately.
 */
export type HtmlPieces = {
  /** Marks of the open HTML elements. */
  readonly marks: readonly MarkJson[];
  write(html: string): void;
  /** Closes all open elements. */
  end(): void;
};

/** Creates a reader of HTML fragments into a builder. */
export function htmlPieces(builder: Builder, lost: Set<string>): HtmlPieces {
  const marks: MarkJson[] = [];
  let isOver = false;
  const tooDeep = (): void => {
    isOver = true;
  };
  const parser = new Parser(new HtmlReader(builder, lost, { tooDeep, marks }));
  return {
    marks,
    write: (html) => (isOver ? builder.text(html, [], true) : parser.write(html)),
    end: () => parser.end(),
  };
}

/**
 * Options of a reader. `tooDeep`: called when too many elements are open; `marks`: those of the
 * open elements; `styles`: styles by class.
 */
type ReaderOptions = {
  readonly tooDeep: () => void;
  readonly marks?: MarkJson[];
  readonly styles?: ReadonlyMap<string, string>;
};

/** Translates the elements of a page into calls of a builder. */
class HtmlReader implements Partial<Handler> {
  readonly #builder: Builder;
  readonly #lost: Set<string>;
  readonly #tooDeep: () => void;
  readonly #marks: MarkJson[];
  readonly #styles: ReadonlyMap<string, string>;
  readonly #open: Open[] = [];
  #hidden = 0;
  #verbatim = 0;
  /** The open element that is captured as one node. */
  #capture: { text: string; href: string; finish: Capture; isCaption: boolean } | null = null;

  constructor(
    builder: Builder,
    lost: Set<string>,
    { tooDeep, marks = [], styles = new Map() }: ReaderOptions,
  ) {
    this.#builder = builder;
    this.#lost = lost;
    this.#tooDeep = tooDeep;
    this.#marks = marks;
    this.#styles = styles;
  }

  onopentag(name: string, attributes: Attributes): void {
    this.#open.push(this.#enter(name, withClassStyles(attributes, this.#styles)));
    if (this.#open.length > deepest) this.#tooDeep();
  }

  ontext(text: string): void {
    const isVerbatim = this.#verbatim > 0;
    if (this.#capture !== null) this.#capture.text += text;
    else if (this.#hidden === 0)
      this.#builder.text(
        isVerbatim ? text.replace(/\r\n?/g, '\n') : text,
        this.#marks,
        !isVerbatim,
      );
  }

  onclosetag(): void {
    const closed = this.#open.pop() ?? {};
    if (closed.source && this.#capture !== null) this.#capture.text += sourceMark;
    if (closed.captured) this.#release();
    if (closed.silent) this.#hidden -= 1;
    if (closed.marks) this.#marks.length -= closed.marks;
    if (closed.boundary) this.#builder.boundary();
    if (closed.place === undefined) return;
    this.#builder.close(closed.place);
    if (closed.verbatim) this.#verbatim -= 1;
  }

  #enter(name: string, attributes: Attributes): Open {
    if (this.#hidden === 0)
      for (const sentence of leftOutOf(name, attributes, this.#isLinked()))
        this.#lost.add(sentence);
    if (this.#capture !== null) {
      this.#capture.href ||= attributes['href'] ?? '';
      if (this.#capture.isCaption && isFormat(name, attributes)) this.#lost.add(captionsArePlain);
      if (!isFormulaSource(name, attributes)) return {};
      this.#capture.text += sourceMark;
      return { source: true };
    }
    if (this.#hidden > 0 || silent.has(name) || isRepetition(attributes)) {
      this.#hidden += 1;
      return { silent: true };
    }
    const caption = this.#captionOf(name);
    const finish = captureOf(name, attributes, this.#lost) ?? caption;
    if (finish !== null) {
      this.#capture = { text: '', href: '', finish, isCaption: finish === caption };
      return { captured: true };
    }
    if (isTracked(name, attributes)) {
      this.#lost.add(losses.trackedChanges);
      if (name === 'ins') return {};
      this.#hidden += 1;
      return { silent: true };
    }
    return this.#enterMarks(name, attributes) ?? this.#enterBlock(name, attributes);
  }

  /** Enters an element that sets marks; returns null for any other. */
  #enterMarks(name: string, attributes: Attributes): Open | null {
    const found = marksFor(name, attributes);
    if (this.#verbatim > 0 && found[0]?.type === 'code') {
      this.#builder.describeCode(languageOf(attributes));
      return {};
    }
    // An underline in a link is part of the link style.
    const shown = this.#isLinked() ? found.filter(({ type }) => type !== 'underline') : found;
    this.#marks.push(...shown);
    return found.length > 0 ? { marks: shown.length } : null;
  }

  #isLinked(): boolean {
    return this.#marks.some(({ type }) => type === 'link');
  }

  #enterBlock(name: string, attributes: Attributes): Open {
    const block = ownBlock(attributes) ?? blockOf[name];
    if (block !== undefined) return this.#openBlock(name, block, attributes);
    if (!lineBreaking.has(name)) return this.#leaf(name, attributes);
    this.#builder.boundary();
    return { boundary: true };
  }

  #openBlock(name: string, block: string, attributes: Attributes): Open {
    const isVerbatim = block === 'codeBlock';
    if (isVerbatim) this.#verbatim += 1;
    const type = name === 'li' && 'data-checked' in attributes ? 'taskItem' : block;
    return {
      place: this.#builder.open(type, attributesFor(name, attributes), true),
      ...(isVerbatim && { verbatim: true }),
    };
  }

  #leaf(name: string, attributes: Attributes): Open {
    if (name === 'br') this.#builder.leaf('hardBreak');
    else if (name === 'hr') this.#builder.leaf('horizontalRule');
    else if (name === 'img') this.#builder.leaf('image', pictureOf(attributes, this.#marks));
    return {};
  }

  /** Captures a caption below a picture; below anything else it is text. */
  #captionOf(name: string): Capture | null {
    if (name !== 'figcaption' || !this.#builder.captionPicture('')) return null;
    return (text) => {
      this.#builder.captionPicture(text);
      return null;
    };
  }

  #release(): void {
    if (this.#capture === null) return;
    const { text, href, finish } = this.#capture;
    this.#capture = null;
    const made = finish(text, href);
    if (made !== null) this.#builder.leaf(made.type, made.attributes);
  }
}

/** True for an element that is more than text in a caption. */
const isFormat = (name: string, attributes: Attributes): boolean =>
  name === 'img' || 'data-type' in attributes || marksFor(name, attributes).length > 0;

/** Returns the kind of block named by one of our own elements. */
function ownBlock(attributes: Attributes): string | undefined {
  const type = attributes['data-type'];
  return type !== undefined && named.has(type) ? type : undefined;
}
