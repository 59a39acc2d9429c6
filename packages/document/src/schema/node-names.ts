/**
 * Nodes that can be suggested as a whole: blocks and containers. Text and inline leaves carry marks
 * instead.
 */
export const suggestibleNodes: readonly string[] = [
  'paragraph',
  'heading',
  'codeBlock',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'callout',
  'toggle',
  'columns',
  'column',
  'image',
  'horizontalRule',
  'formula',
  'attachment',
];
