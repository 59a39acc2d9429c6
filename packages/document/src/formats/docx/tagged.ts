import { Parser } from 'htmlparser2';
import { escapeAttribute as escaped } from '../xml-text.ts';
import { itemTag, withItems } from './item-tags.ts';
import { tagPrefix } from './tags.ts';

/** Kinds of block content controls, and kinds of inline ones. */
const blocks: ReadonlySet<string> = new Set([
  'quote',
  'callout',
  'toggle',
  'columns',
  'column',
  'code',
  'formula',
  'item',
]);
const inLine: ReadonlySet<string> = new Set(['inlineFormula', 'mention', 'day']);

type Tag = { readonly kind: string; readonly value: string };

function tagOf(said: string): Tag | null {
  const [, kind = '', value = ''] =
    /^longhand:([a-zA-Z]+)(?::([\w:+#.-]{1,64}))?$/.exec(said) ?? [];
  return said.startsWith(tagPrefix) && (blocks.has(kind) || inLine.has(kind))
    ? { kind, value }
    : null;
}

/**
 * Inserts marker text at the start and end of our own content controls in a part of a Word file.
 * Each begins with `sign`, which is unknown to the author of the file. {@link withTagged} converts
 * the markers.
 */
export function withTagSigns(xml: string, sign: string): string {
  if (!xml.includes(tagPrefix)) return xml;
  const open: { tag: Tag | null; isOpen: boolean }[] = [];
  let [kept, at] = ['', 0];
  const insert = (place: number, text: string): void => {
    [kept, at] = [kept + xml.slice(at, place) + text, place];
  };
  const said = ({ kind, value }: Tag, way: string): string => {
    const run = `<w:r><w:t>${sign}${way}${kind}:${value};</w:t></w:r>`;
    return blocks.has(kind) ? `<w:p>${run}</w:p>` : run;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const control = open.at(-1);
        if (name === 'w:sdt') open.push({ tag: null, isOpen: false });
        else if (name === 'w:tag' && control && !control.isOpen)
          control.tag = tagOf(attributes['w:val'] ?? '');
        else if (
          name === 'w:sdtContent' &&
          control?.tag &&
          !control.isOpen &&
          xml[parser.endIndex - 1] !== '/'
        ) {
          control.isOpen = true;
          insert(parser.endIndex + 1, said(control.tag, '+'));
        }
      },
      onclosetag(name) {
        const control = open.at(-1);
        if (name === 'w:sdt') open.pop();
        else if (
          name === 'w:sdtContent' &&
          control?.tag &&
          control.isOpen &&
          xml.startsWith('</', parser.startIndex)
        )
          insert(parser.startIndex, said(control.tag, '-'));
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return kept + xml.slice(at);
}

/** Converts the markers of {@link withTagSigns} in the HTML of a Word file to our own elements. */
export function withTagged(html: string, sign: string): string {
  const [first = '', ...parts] = html.split(sign);
  if (parts.length === 0) return html;
  const made = [first];
  const open: Tag[] = [];
  for (const part of parts) {
    const end = part.indexOf(';');
    const [kind = '', ...values] = part.slice(1, end).split(':');
    const tag = { kind, value: values.join(':') };
    let text = part.slice(end + 1);
    if (blocks.has(kind)) {
      made.push((made.pop() ?? '').replace(/<p>$/, ''));
      text = text.replace(/^<\/p>/, '');
    }
    if (part.startsWith('+')) {
      made.push(beginOf(tag));
      open.push(tag);
      if (kind === 'code' && text.startsWith('<pre>'))
        text = `<pre><code class="language-${escaped(tag.value)}"></code>${text.slice('<pre>'.length)}`;
      if (kind === 'callout') text = text.replace(/^<p class="calloutName">.*?<\/p>/s, '');
    } else if (open.at(-1)?.kind === kind) {
      made.push(endOf(tag));
      open.pop();
      // A cell ends with a paragraph, because Word requires one.
      text = text.replace(/^<p><\/p>(?=<\/td>|<\/th>)/, '');
    }
    made.push(between(text, open.at(-1)?.kind));
  }
  return withItems(made.join(''));
}

function beginOf({ kind, value }: Tag): string {
  switch (kind) {
    case 'callout':
      return `<aside data-type="callout" data-kind="${escaped(value)}">`;
    case 'code':
      return '';
    case 'item':
      return itemTag(value, '');
    case 'quote':
      return '<blockquote>';
    case 'day':
      return `<time data-type="day" datetime="${escaped(value)}">`;
    case 'mention': {
      const [of = '', id = ''] = value.split(':');
      return `<span data-type="mention" data-of="${escaped(of)}" data-id="${escaped(id)}">`;
    }
    case 'inlineFormula':
      return '<span data-type="inlineFormula">';
    default:
      return `<div data-type="${kind}">`;
  }
}

function endOf({ kind, value }: Tag): string {
  if (kind === 'callout') return '</aside>';
  if (kind === 'quote') return '</blockquote>';
  if (kind === 'code') return '';
  if (kind === 'item') return itemTag(value, '/');
  if (kind === 'day') return '</time>';
  return inLine.has(kind) ? '</span>' : '</div>';
}

/**
 * Adapts the HTML inside one of our own elements. The lines of a formula are its text; the
 * paragraphs of a quote already have the quote style; the table around columns is removed.
 */
function between(html: string, kind: string | undefined): string {
  if (kind === 'formula') return html.replaceAll('<br />', '\n');
  if (kind === 'quote') return html.replace(/<\/?blockquote>/g, '');
  return kind === 'columns' && html.replace(/<[^<>]*>/g, '') === '' ? '' : html;
}
