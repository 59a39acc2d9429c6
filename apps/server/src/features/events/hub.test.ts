import { afterAll, expect, test } from 'vitest';
import type { Event } from '../../domain/events.ts';
import { makeDocument, openTestApp } from '../../app.testing.ts';
import { createHub } from './hub.ts';

const host = await openTestApp();
afterAll(() => host.close());

test('events arrive in the order in which they were published, also after one whose readers cannot be found', async () => {
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
  const deliveries = await Promise.allSettled([
    hub.deliver(toReaders(documentId, 1)),
    hub.deliver(toReaders('no id of a document', 2)),
    hub.deliver(toReaders(documentId, 3)),
    // Its receivers are known without a query.
    hub.deliver({ name: 'metrics', to: { everyone: true }, data: {} }),
  ]);
  expect(deliveries.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(heard).toEqual([1, 3, 'metrics']);
});
