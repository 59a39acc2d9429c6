import { Schema, type AttributeSpec, type NodeSpec } from '@tiptap/pm/model';
import { Grammar } from '../grammar.ts';

/** Attributes by which a node shows suggestions. */
const shown: Record<string, AttributeSpec> = {
  insertion: { default: null },
  deletion: { default: null },
  modification: { default: null },
};

const node = (spec: NodeSpec): NodeSpec => ({ ...spec, attrs: { ...spec.attrs, ...shown } });
const blocks = (more: NodeSpec = {}): NodeSpec =>
  node({ group: 'block', content: 'block+', defining: true, ...more });
const cell: NodeSpec = {
  content: 'block+',
  isolating: true,
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
};
const stamped = { excludes: '', attrs: { id: {}, author: { default: '' }, at: { default: 0 } } };

/** A schema with a node of each kind in documents, and suggestion marks. */
export const testSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: node({ group: 'block', content: 'inline*' }),
    heading: node({
      group: 'block',
      content: 'inline*',
      attrs: { level: { default: 1 } },
      defining: true,
    }),
    codeBlock: node({
      group: 'block',
      content: 'text*',
      marks: 'insertion deletion modification',
      code: true,
      attrs: { language: { default: null } },
    }),
    image: node({ group: 'block', attrs: { src: { default: null } } }),
    divider: node({ group: 'block' }),
    blockquote: blocks(),
    callout: blocks({ attrs: { tone: { default: 'note' } } }),
    bulletList: node({ group: 'block', content: 'listItem+' }),
    orderedList: node({ group: 'block', content: 'listItem+', attrs: { start: { default: 1 } } }),
    listItem: node({ content: 'paragraph block*', defining: true }),
    taskList: node({ group: 'block', content: 'taskItem+' }),
    taskItem: node({
      content: 'paragraph block*',
      defining: true,
      attrs: { checked: { default: false } },
    }),
    columns: node({ group: 'block', content: 'column+' }),
    column: node({ content: 'block+' }),
    table: node({ group: 'block', content: 'tableRow+', tableRole: 'table', isolating: true }),
    tableRow: node({ content: '(tableCell | tableHeader)*', tableRole: 'row' }),
    tableCell: node({ ...cell, tableRole: 'cell' }),
    tableHeader: node({ ...cell, tableRole: 'header_cell' }),
    text: { group: 'inline' },
    hardBreak: { group: 'inline', inline: true, linebreakReplacement: true },
    mention: { group: 'inline', inline: true, attrs: { id: { default: '' } } },
  },
  marks: {
    link: { attrs: { href: {} } },
    bold: {},
    italic: {},
    insertion: stamped,
    deletion: stamped,
    modification: {
      ...stamped,
      attrs: { ...stamped.attrs, set: { default: '{}' }, was: { default: '{}' } },
    },
  },
});

/** The grammar of {@link testSchema}. */
export const testGrammar = new Grammar(testSchema);
