import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  collabUrl,
  createExternalDatabase,
  signUp,
  startProduct,
  type Person,
  type Product,
} from '@longhand/driver';

/** Several processes (nodes) of the product on one external database. */
export type Cluster = {
  readonly nodes: readonly Product[];
  /** Creates a document that all users may edit. Returns its id. */
  newDocument(): Promise<string>;
  /** Returns the WebSocket URL of a document on a node. */
  url(node: number, document: string): string;
  /** Returns the headers of the n-th user's connection. */
  headers(person: number): Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/**
 * Starts nodes on a database in the PostgreSQL of another product.
 *
 * @param hostDataDir data folder of the product that runs the PostgreSQL
 * @param name name of the new database
 * @param count number of nodes
 * @param peopleCount number of users
 */
export async function startCluster(
  hostDataDir: string,
  name: string,
  { count, peopleCount }: { count: number; peopleCount: number },
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-cluster-'));
  await chmod(folder, 0o711);
  const env = { DATABASE_URL: await createExternalDatabase(hostDataDir, name) };
  const nodes: Product[] = [];
  for (let node = 0; node < count; node += 1)
    nodes.push(await startProduct({ dataDir: join(folder, `node-${node}`), env }));
  const [first] = nodes as [Product, ...Product[]];
  const people: Person[] = [];
  for (let i = 0; i < peopleCount; i += 1) people.push(await signUp(first.url, `writer-${i}`));
  const [owner] = people as [Person, ...Person[]];
  const { id } = await owner.call('createProject', { body: { name: 'Benchmark' } });
  for (const { user } of people.slice(1)) {
    const body = { usernameOrEmail: user.username, role: 'editor' } as const;
    await owner.call('addProjectCollaborator', { params: { id }, body });
  }
  return {
    nodes,
    newDocument: async () =>
      (await owner.call('createProjectDocument', { params: { id }, body: { title: 'Nodes' } })).id,
    url: (node, document) => collabUrl((nodes[node] as Product).url, document),
    headers: (person) => ({ cookie: (people[person % people.length] as Person).cookie() }),
    async close() {
      for (const node of nodes) await node.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
