import { describe, test } from 'vitest';
import { compactorRules } from './compactor.rules.ts';
import { createMemoryCompactor, createMemoryLog, createMemoryOutbox } from './memory.ts';
import { outboxRules, type OpenOutbox } from './outbox.rules.ts';
import { baseLogRules, updateLogRules } from './update-log.rules.ts';

async function open() {
  const log = createMemoryLog();
  let documents = 0;
  return {
    log,
    users: ['ada', 'ben'] as const,
    async createDocument() {
      documents += 1;
      log.create(`document ${documents}`);
      return `document ${documents}`;
    },
    authorship: async (documentId: string) => log.authorship(documentId),
  };
}

updateLogRules('the log in memory', open);
baseLogRules('the log in memory', open);

compactorRules('the compactor in the same thread', createMemoryCompactor);

describe('the in-memory outbox fulfils the outbox rules', () => {
  test.each(outboxRules)('$name', async ({ check }) => {
    const outboxes = new Map<string, ReturnType<OpenOutbox>>();
    await check((name) => {
      const outbox = outboxes.get(name) ?? createMemoryOutbox();
      outboxes.set(name, outbox);
      return outbox;
    });
  });
});
