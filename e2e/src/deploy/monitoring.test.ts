import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addParagraph,
  databaseAddress,
  openStockClient,
  type Person,
  type Product,
  signUp,
  startProduct,
  until,
} from '@longhand/driver';
import { textOf, valueOf } from './files.ts';

const { groups } = valueOf('monitoring/alerts.yaml') as {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(textOf('monitoring/dashboard.json')) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
};
const expressions = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [title, expr]),
  ),
];

/** Labels that Prometheus adds to every sample. */
const ownLabels = ['job', 'instance'];

/** A metric in an expression, with the labels by which it is selected. */
type Selected = { readonly name: string; readonly labels: readonly string[] };

/**
 * Returns the metrics of an expression.
 *
 * @throws if it is not valid PromQL
 */
function selectedIn(expression: string): Selected[] {
  // A variable of Grafana stands for a duration.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const found: { name: string; labels: string[] }[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const words = text.slice(from, to);
      if (type.isError) throw new Error(`not valid PromQL at ${from}: ${text}`);
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        found.push({ name: words, labels: [] });
      if (type.name === 'LabelName' && node.parent?.name.endsWith('LabelMatcher') === true)
        found.at(-1)?.labels.push(words);
    },
  });
  return found;
}

describe('deploy/monitoring', () => {
  const token = randomUUID();
  let product: Product;
  let ada: Person;
  /** Names of the labels of each metric of the product. */
  const labelsOf = new Map<string, Set<string>>();

  async function scrape(): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${product.url}/metrics`, { headers })).text();
  }

  beforeAll(async () => {
    product = await startProduct({ env: { METRICS_TOKEN: token } });
    ada = await signUp(product.url, 'ada');
    const database = new pg.Client(await databaseAddress(product.dataDir));
    await database.connect();
    await database.query(
      `insert into backups (id, name, is_scheduled, started_at, ended_at, bytes, verified_at)
       values (gen_random_uuid(), 'backup.tar', true, now(), now(), 1, now())`,
    );
    await database.end();
    for (const line of (await scrape()).split('\n')) {
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      if (name === undefined) continue;
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
      labelsOf.set(name, new Set([...(labelsOf.get(name) ?? ownLabels), ...names]));
    }
  });
  afterAll(() => product.close());

  test.each(expressions)('has metrics of the product in %s', (_name, expression) => {
    const selected = selectedIn(expression);
    expect(selected).not.toEqual([]);
    for (const { name, labels } of selected.filter((each) => each.name !== 'up')) {
      expect([...labelsOf.keys()]).toContain(name);
      expect(labels.filter((label) => labelsOf.get(name)?.has(label) !== true)).toEqual([]);
    }
  });

  test.each(['alerts', 'dashboard'])('covers in its %s all that has to be watched', (kind) => {
    const used = expressions
      .slice(...(kind === 'alerts' ? [0, rules.length] : [rules.length]))
      .flatMap(([, expression]) => selectedIn(expression).map(({ name }) => name));
    for (const name of [
      'up',
      'longhand_live_commit_duration_seconds_bucket',
      'nodejs_eventloop_lag_p99_seconds',
      'longhand_live_refused_updates_total',
      'process_resident_memory_bytes',
      'longhand_database_pool_waiting',
      'longhand_disk_free_bytes',
      'longhand_backup_verified_timestamp_seconds',
      'longhand_mails',
      'longhand_journal_bytes',
    ])
      expect(used).toContain(name);
  });

  test('counts an update that a viewer sends as refused', async () => {
    const refused = 'longhand_live_refused_updates_total{reason="not_allowed"}';
    expect(await scrape()).toContain(`${refused} 0\n`);
    const ben = await signUp(product.url, 'ben');
    const { id } = await ada.call('createDocument', { body: { title: 'Metrics' } });
    const body = { usernameOrEmail: 'ben', role: 'viewer' } as const;
    await ada.call('addDocumentCollaborator', { params: { id }, body });
    const { doc, provider } = openStockClient({ url: product.url, person: ben, documentId: id });
    onTestFinished(() => provider.destroy());
    await until('connected', () => provider.synced);
    addParagraph(doc, 'not allowed');
    await until('it is counted', async () => (await scrape()).includes(`${refused} 1\n`));
  });

  test('has alerts and panels of different names', () => {
    const names = [rules.map(({ alert }) => alert), dashboard.panels.map(({ title }) => title)];
    for (const each of names) expect(new Set(each).size).toBe(each.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });
});
