import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createExternalDatabase, startProduct, type Product } from '@longhand/driver';
import { startBalancer, type Balancer } from './balancer.ts';
import { openDatabaseLine, type DatabaseLine } from './database-line.ts';

/** One of several nodes on one database. */
export type Node = {
  readonly product: Product;
  /** Its connections to the database. */
  readonly line: DatabaseLine;
};

/** Several nodes on one database, behind a load balancer without sticky sessions. */
export type Cluster = {
  /** Address of the load balancer. */
  readonly url: string;
  readonly nodes: readonly Node[];
  /** Data folder of the product that only runs the database. */
  readonly databaseDir: string;
  /** Decides which nodes the load balancer uses; at first all. */
  use(chosen: (node: Node) => boolean): void;
  /** Starts one more node. */
  add(): Promise<Node>;
  /** Returns the node that has the room of a document; null if there is none. */
  ownerOf(documentId: string): Promise<Node | null>;
  close(): Promise<void>;
};

/**
 * Starts a {@link Cluster}.
 *
 * @param count number of nodes
 * @param env settings of all nodes
 */
export async function startCluster(
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-nodes-'));
  await chmod(folder, 0o711);
  const host = await startProduct();
  const database = await createExternalDatabase(host.dataDir, 'nodes');
  const nodes: Node[] = [];
  let isUsed: (node: Node) => boolean = () => true;

  async function add(): Promise<Node> {
    const dataDir = join(folder, `node-${nodes.length}`);
    const line = await openDatabaseLine(database, `${dataDir}-database`);
    const product = await startProduct({ dataDir, env: { ...env, DATABASE_URL: line.url } });
    const node = { product, line };
    nodes.push(node);
    return node;
  }

  for (let node = 0; node < count; node += 1) await add();
  const balancer: Balancer = await startBalancer(() =>
    nodes.filter((node) => isUsed(node)).map(({ product }) => product.url),
  );
  return {
    url: balancer.url,
    nodes,
    databaseDir: host.dataDir,
    use: (chosen) => void (isUsed = chosen),
    add,
    async ownerOf(documentId) {
      const client = new pg.Client(database);
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ url: string }>(
        'select n.url from document_nodes d join nodes n on n.id = d.node_id where d.document_id = $1',
        [documentId],
      );
      await client.end();
      return nodes.find(({ product }) => product.url === rows[0]?.url) ?? null;
    },
    async close() {
      await balancer.close();
      for (const { product, line } of nodes) {
        line.heal();
        await product.close();
        await line.close();
      }
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
