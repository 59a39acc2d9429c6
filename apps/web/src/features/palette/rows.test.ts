import type { Document, Found } from '@longhand/contract';
import { expect, test } from 'vitest';
import type { Command } from '../../ui/commands/registry.ts';
import { rowGroups, type Sources } from './rows.ts';

const commands: readonly Command[] = [
  { id: 'archive', group: 'This project', name: 'Archive the project', run: () => undefined },
  { id: 'new', group: 'Make', name: 'New document', words: 'write blank', to: '/new-document' },
  { id: 'drafts', group: 'Go to', name: 'Drafts', to: '/drafts' },
];
const letter = { id: 'd1', title: '', excerpt: 'Dear Ben' } as Document;
const found = (type: Found['type'], id: string, title: string): Found => ({
  type,
  id,
  documentId: type === 'document' || type === 'comment' ? 'd1' : null,
  projectId: null,
  path: [],
  title,
  titleMarks: [],
  snippet: '',
  marks: [],
  score: 1,
  updatedAt: null,
});
const sources: Sources = {
  commands,
  recent: [letter],
  found: [],
  tags: [{ name: 'spring', documentCount: 2 }],
};
const shape = (typed: string, given: Partial<Sources> = {}) =>
  rowGroups(typed, { ...sources, ...given }).map(({ name, rows }) => [
    name,
    ...rows.map((row) => row.name),
  ]);

test('without a query, lists recent documents and then all commands by group', () => {
  expect(shape(' ')).toEqual([
    ['Recent documents', 'Untitled'],
    ['This project', 'Archive the project'],
    ['Make', 'New document'],
    ['Go to', 'Drafts'],
  ]);
});

test('ranks matches of the name before matches elsewhere', () => {
  const inText = found('document', 'd1', 'A letter');
  expect(shape('new', { found: [inText] })).toEqual([
    ['Make', 'New document'],
    ['Documents', 'A letter'],
  ]);
  expect(shape('write', { found: [found('document', 'd2', 'Write to Ben')] })[0]).toEqual([
    'Documents',
    'Write to Ben',
  ]);
});

test('a tag leads to its documents, a user to the collaborators, and a project to its page', () => {
  expect(rowGroups('spr', sources)[0]?.rows[0]).toMatchObject({
    name: 'spring',
    to: '/documents?tag=spring',
  });
  const [group] = rowGroups('ben', { ...sources, found: [found('person', 'p1', 'Ben Okri')] });
  expect(group).toMatchObject({ name: 'People', rows: [{ to: '/collaborators?person=p1' }] });
  const [projects] = rowGroups('letters', {
    ...sources,
    found: [found('project', 'p2', 'Letters of Ben')],
  });
  expect(projects).toMatchObject({
    name: 'Projects',
    rows: [{ name: 'Letters of Ben', to: '/projects/p2' }],
  });
  expect(shape('zzz')).toEqual([]);
});
