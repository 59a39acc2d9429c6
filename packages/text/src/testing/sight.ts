import type { Node } from '@tiptap/pm/model';
import type { Transform } from '@tiptap/pm/transform';
import * as Y from 'yjs';
import type { Replica } from '../replica.ts';
import { suggestionNames } from '../rendering.ts';

/** What a replica holds and shows, for comparison. */
export class Sight {
  /** The document as it is shown, without marks of suggestions. */
  readonly shown: string;
  readonly original: string;
  /** The document if all were accepted, and its letters. */
  readonly whole: string;
  readonly accepted: string;
  /** The letters that are shown, and those that are stored. */
  readonly text: string;
  readonly stored: string;
  /** The ids of all letters in order. */
  readonly letters: string[];

  constructor(replica: Replica) {
    const { doc } = replica.rendering;
    this.shown = Sight.of(doc);
    this.original = Sight.of(replica.view('original'));
    this.whole = Sight.of(replica.view('accepted'));
    this.accepted = Sight.lettersOf(replica.view('accepted'));
    this.text = Sight.lettersOf(doc);
    this.stored = replica.roots.text.toString();
    this.letters = Y.getTypeChildren(replica.roots.text).flatMap((item) =>
      !item.deleted && item.content instanceof Y.ContentString
        ? Array.from({ length: item.length }, (_, i) => `${item.id.client}:${item.id.clock + i}`)
        : [],
    );
  }

  /** A document without marks of suggestions. */
  static of(doc: Node): string {
    return JSON.stringify(doc.toJSON(), (key, value: unknown) => {
      if (suggestionNames.has(key)) return undefined;
      if (key === 'content' && Array.isArray(value)) return joinedTexts(value as Json[]);
      if (key === 'attrs' && Object.keys(value as object).every((name) => suggestionNames.has(name))) return undefined;
      return value;
    });
  }

  /** The letters of a document, line breaks among them. */
  static lettersOf(doc: Node): string {
    return doc.textBetween(0, doc.content.size, '', (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : ''));
  }

  /** The letters of a document after a change that are new, or that nobody suggests to delete. */
  static accepted({ doc, mapping }: Transform): string {
    const isNew = (pos: number): boolean =>
      mapping.maps.some((map, i) => {
        let found = false;
        map.forEach((_from, _to, from, to) => {
          const rest = mapping.slice(i + 1);
          if (rest.map(from, 1) <= pos && pos < rest.map(to, -1)) found = true;
        });
        return found;
      });
    let text = '';
    doc.descendants((node, pos) => {
      const letters = node.isText ? (node.text ?? '') : node.type.name === 'hardBreak' ? '\n' : '';
      const isDeleted = node.marks.some((mark) => mark.type.name === 'deletion');
      for (let i = 0; i < letters.length; i += 1) if (!isDeleted || isNew(pos + i)) text += letters[i];
    });
    return text;
  }
}

type Json = { type: string; text?: string; marks?: { type: string }[] };

/** Neighbouring texts differ in nothing but suggestions: they are one. A line break is a letter. */
function joinedTexts(content: readonly Json[]): Json[] {
  const result: Json[] = [];
  for (const { marks: all = [], ...given } of content) {
    const node = given.type === 'hardBreak' ? { type: 'text', text: '\n' } : given;
    const marks = all.filter((mark) => !suggestionNames.has(mark.type));
    const next: Json = marks.length === 0 ? node : { ...node, marks };
    const last = result.at(-1);
    if (next.type === 'text' && last?.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(next.marks))
      result[result.length - 1] = { ...last, text: `${last.text}${next.text}` };
    else result.push(next);
  }
  return result;
}
