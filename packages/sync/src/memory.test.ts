import { createMemoryLog } from './memory.ts';
import { updateLogRules } from './update-log.rules.ts';

updateLogRules('the log in memory', async () => {
  const log = createMemoryLog();
  let documents = 0;
  return {
    log,
    users: ['ada', 'ben'],
    async createDocument() {
      documents += 1;
      log.create(`document ${documents}`);
      return `document ${documents}`;
    },
    authorship: async (documentId) => log.authorship(documentId),
  };
});
