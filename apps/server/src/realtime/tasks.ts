import { differences, type NodeJson } from '@longhand/document';
import { buildDoc, buildApplicable, compactUpdates, stateOf } from '@longhand/sync/server';
import { eraseFrom } from '@longhand/text';
import { contentOf, grammar, wordCountOf } from '../domain/document-content.ts';
import { projectionOf } from '../projections/projection.ts';
import { compareCopy, mergeCopy } from './copy-tasks.ts';
import type { Task, TaskResults, Updates } from './task.ts';
import { towards } from './towards.ts';

/** Runs a task. Called by the processes of `workers.ts`. */
export function perform(task: Task): TaskResults[Task['kind']] {
  switch (task.kind) {
    case 'compact':
      return compactUpdates(task.updates);
    case 'project':
      return withDoc(task.updates, (doc) => projectionOf(doc, task.wanted));
    case 'state':
      return withDoc(
        task.updates,
        (doc) => ({ state: stateOf(doc), wordCount: wordCountOf(doc) }),
        task.whatFits ? buildApplicable : buildDoc,
      );
    case 'content':
      return withDoc(task.updates, (doc) => contentOf(doc, task.format));
    case 'towards':
      return withDoc(task.updates, (doc) => towards(doc, task));
    case 'erase':
      return withDoc(task.updates, (doc) => eraseFrom(doc, grammar, task.client, task.erased));
    case 'compareCopy':
      return compareCopy(task.copied);
    case 'mergeCopy':
      return mergeCopy(task.copied, task.merging);
    case 'differences':
      return differences(jsonIn(task.before), jsonIn(task.after));
  }
}

const jsonIn = (updates: Updates): NodeJson =>
  withDoc(updates, (doc) => contentOf(doc, 'json') as NodeJson);

function withDoc<T>(
  updates: Updates,
  use: (doc: ReturnType<typeof buildDoc>) => T,
  build = buildDoc,
): T {
  const doc = build(updates);
  try {
    return use(doc);
  } finally {
    doc.destroy();
  }
}
