import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import { testSchema } from './schema.ts';

/** Creates the characters to paste for the given ones. */
type Write = (text: string) => string;

const make = (
  name: string,
  content: Node | readonly Node[] | null,
  attrs: Record<string, unknown> = {},
): Node => testSchema.nodes[name]!.create(attrs, content);
const bold = [testSchema.mark('bold')];
const link = [testSchema.mark('link', { href: 'https://example.org/pasted' })];

/**
 * Pasted content: characters, blocks of several kinds, nested lists, a table with merged cells and
 * a header, marks and leaves.
 */
export const pastes: readonly [(write: Write) => Slice, ...((write: Write) => Slice)[]] = [
  (write) => open(make('paragraph', testSchema.text(write('P')))),
  (write) =>
    open(
      make('paragraph', testSchema.text(write('Q'))),
      make('heading', testSchema.text(write('R')), { level: 3 }),
    ),
  (write) =>
    open(
      make('paragraph', [
        testSchema.text(write('a')),
        testSchema.text(write('b'), bold),
        make('mention', null, { id: 'u3' }),
        testSchema.text(write('c'), link),
        make('hardBreak', null),
        testSchema.text(write('d')),
      ]),
    ),
  (write) => {
    const inner = make(
      'orderedList',
      make('listItem', make('paragraph', testSchema.text(write('T')))),
    );
    return closed(
      make('bulletList', make('listItem', [make('paragraph', testSchema.text(write('S'))), inner])),
    );
  },
  (write) =>
    closed(
      make(
        'taskList',
        make('taskItem', make('paragraph', testSchema.text(write('U'))), { checked: true }),
      ),
      make('divider', null),
    ),
  (write) => {
    const cell = (name: string, attrs: Record<string, unknown> = {}): Node =>
      make(name, make('paragraph', testSchema.text(write('V'))), attrs);
    return closed(
      make('table', [
        make('tableRow', cell('tableHeader', { colspan: 2 })),
        make('tableRow', [cell('tableCell'), cell('tableCell')]),
      ]),
    );
  },
];

const open = (...nodes: Node[]): Slice => new Slice(Fragment.from(nodes), 1, 1);
const closed = (...nodes: Node[]): Slice => new Slice(Fragment.from(nodes), 0, 0);
