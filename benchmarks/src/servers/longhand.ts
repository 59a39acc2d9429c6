import {
  collabUrl,
  freePort,
  signUp,
  startProduct,
  type Person,
  type Product,
} from '@longhand/driver';
import { inspect } from '../measure/inspector.ts';
import type { Server } from './server.ts';

/** Number of user accounts: that of the largest room, so that each user has a separate session. */
const largestRoom = 50;

/** The product as one of the compared servers. */
export type LonghandServer = Server & { readonly product: Product };

/**
 * Starts the product as delivered, with users who share one project. Only its rate limits are
 * lifted.
 */
export async function startLonghand(peopleCount = largestRoom): Promise<LonghandServer> {
  const inspectorPort = await freePort();
  const product = await startProduct({
    env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` },
  });
  const people: Person[] = [];
  for (let i = 0; i < peopleCount; i += 1) people.push(await signUp(product.url, `writer-${i}`));
  const [owner] = people as [Person, ...Person[]];
  const { id } = await owner.call('createProject', { body: { name: 'Benchmark' } });
  for (const { user } of people.slice(1)) {
    const body = { usernameOrEmail: user.username, role: 'editor' } as const;
    await owner.call('addProjectCollaborator', { params: { id }, body });
  }
  return {
    name: 'longhand',
    product,
    get pid() {
      return product.pid;
    },
    async documents(count) {
      const ids: string[] = [];
      for (let i = 0; i < count; i += 1) {
        const document = await owner.call('createProjectDocument', {
          params: { id },
          body: { title: `Document ${i}` },
        });
        ids.push(document.id);
      }
      return ids;
    },
    url: (document) => collabUrl(product.url, document),
    headers: (person) => ({ cookie: (people[person % people.length] as Person).cookie() }),
    inspect: () => inspect(inspectorPort),
    kill: () => product.kill('SIGKILL'),
    start: () => product.start(),
    close: () => product.close(),
  };
}
