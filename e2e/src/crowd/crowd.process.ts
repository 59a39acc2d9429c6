import { openOwnClient, until, wordsOf } from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import type { CrowdResults, CrowdTask, Member } from './tasks.ts';

/**
 * Process of many pages, so that their work delays no other measurement. Receives tasks over the
 * channel to its parent, answers each, and ends with the parent.
 */

/** Number of connections that are opened at a time for the first time. */
const atOnce = 100;
/** Time limit for any step (ms). It only detects hangs. */
const patience = 300_000;

type Page = ReturnType<typeof openOwnClient>;

const pages: Page[] = [];
/** Number of connections that were closed or refused since the last `watch`, by reason. */
let refused: Record<string, number> = {};
/** Times at which pages were in sync again since the last `watch` (ms since 1970). */
let backAt = new Map<Page, number>();

function count(reason: string): void {
  refused[reason] = (refused[reason] ?? 0) + 1;
}

function openPage(url: string, { documentId, cookie }: Member): Page {
  const page = openOwnClient({
    url,
    person: { cookie: () => cookie },
    documentId,
    outbox: createMemoryOutbox(),
    opening(socket) {
      socket.on('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message));
      socket.on('close', (code, reason) => {
        // 1005 and 1006 have no reason: a cut, or an error that is counted already.
        if (code !== 1005 && code !== 1006) count(`${code} ${reason.toString()}`);
      });
    },
  });
  let wasConnected = false;
  page.link.onChange(({ connected }) => {
    if (connected && !wasConnected) backAt.set(page, Date.now());
    wasConnected = connected;
  });
  return page;
}

async function join({ url, members }: Extract<CrowdTask, { kind: 'join' }>): Promise<null> {
  for (let at = 0; at < members.length; at += atOnce) {
    const some = members.slice(at, at + atOnce).map((member) => openPage(url, member));
    pages.push(...some);
    await until(
      'pages are in sync',
      () => some.every(({ link }) => link.state.connected),
      patience,
    );
  }
  return null;
}

async function execute(task: CrowdTask): Promise<CrowdResults[CrowdTask['kind']]> {
  switch (task.kind) {
    case 'join':
      return join(task);
    case 'watch':
      backAt = new Map();
      refused = {};
      if (task.drop) for (const { link } of pages) link.drop();
      return null;
    case 'returned':
      await until('all pages are back', () => backAt.size === pages.length, patience);
      return { backAt: Float64Array.from(backAt.values()), refused };
    case 'see': {
      const lack = (): number =>
        pages.filter(({ doc, link }) => !link.state.connected || !wordsOf(doc).includes(task.word))
          .length;
      await until('all pages have a word', () => lack() === 0, task.within).catch(() => undefined);
      return lack();
    }
  }
}

process.on('message', (task: CrowdTask) => {
  void execute(task).then((answer) => process.send?.({ answer }));
});
process.on('disconnect', () => process.exit(0));
