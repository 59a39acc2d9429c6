import { afterAll, expect, test } from 'vitest';
import type { Event } from '../../domain/events.ts';
import { makeDocument, openTestApp } from '../../app.testing.ts';
import { createHub } from './hub.ts';

const host = await openTestApp();
afterAll(() => host.close());

test('events arrive in the order in which they were told, also after one whose readers cannot be found', async () => {
  const ada = await host.member('ada');
  const { id: documentId } = await makeDocument(ada, null);
  const hub = createHub({ db: host.db });
  const heard: unknown[] = [];
  hub.join({
    userId: ada.user.id,
    sessionId: 'session',
    isAdmin: false,
    send: ({ name, data }) => void heard.push(name === 'thread' ? data.version : name),
    end: () => undefined,
  });
  const toReaders = (id: string, version: number): Event => ({
    name: 'thread',
    to: { projectId: null, documentId: id },
    data: { documentId: id, threadId: id, version },
  });
  const told = await Promise.allSettled([
    hub.tell(toReaders(documentId, 1)),
    hub.tell(toReaders('no id of a document', 2)),
    hub.tell(toReaders(documentId, 3)),
    // Its receivers are known without a query.
    hub.tell({ name: 'metrics', to: { everyone: true }, data: {} }),
  ]);
  expect(told.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(heard).toEqual([1, 3, 'metrics']);
});
