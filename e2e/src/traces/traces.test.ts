import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addParagraph,
  createExternalDatabase,
  openOwnClient,
  signUp,
  startProduct,
  textName,
  until,
  wordsOf,
  type Person,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { startCollector, type Collector, type ReceivedSpan } from './collector.ts';

let folder: string;
let collector: Collector;
/** A single process, and two nodes on its database. */
let single: Product;
let nodes: readonly [Product, Product];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-traces-'));
  await chmod(folder, 0o711);
  collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRUST_PROXY: 'loopback' };
  single = await startProduct({ env });
  const shared = {
    ...env,
    TRUST_PROXY: 'off',
    LOG_LEVEL: 'debug',
    DATABASE_URL: await createExternalDatabase(single.dataDir, 'traces'),
  };
  nodes = [
    await startProduct({ dataDir: join(folder, 'a'), env: shared }),
    await startProduct({ dataDir: join(folder, 'b'), env: shared }),
  ];
}, 300_000);
afterAll(async () => {
  for (const product of [...nodes, single]) await product.close();
  await collector.close();
  await rm(folder, { recursive: true, force: true });
});

const childrenOf = ({ spanId }: ReceivedSpan): ReceivedSpan[] =>
  collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId);

/** Waits for a span. */
async function spanOf(is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  let found: ReceivedSpan | undefined;
  await until('the span was exported', () => (found = collector.spans.find(is)) !== undefined);
  return found as ReceivedSpan;
}

type Entry = { readonly nodeId?: string; readonly requestId?: string };

/** Returns the last log entries of a process. */
function entriesOf(product: Product): Entry[] {
  const lines = product.errors().split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Entry);
}

function openPage(product: Product, person: Person, documentId: string) {
  const page = openOwnClient({
    url: product.url,
    person,
    documentId,
    outbox: createMemoryOutbox(),
  });
  onTestFinished(() => page.doc.destroy());
  return page;
}

test('a call is a span with its statements, from the begin of the transaction to its commit', async () => {
  const ada = await signUp(single.url, 'ada');
  const before = collector.spans.length;
  const { id } = await ada.call('createDocument', { body: { title: 'A confidential title' } });
  const call = await spanOf(
    ({ name, parentSpanId }) => name === 'POST /api/v1/documents' && parentSpanId === undefined,
  );
  expect(call.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v1/documents',
    'http.response.status_code': 201,
    'longhand.request.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(call.resource).toMatchObject({ 'service.name': 'longhand', 'service.version': '0.1.0' });
  await until('its commit was exported', () =>
    childrenOf(call).some(({ name }) => name === 'commit'),
  );
  const statements = childrenOf(call);
  expect(statements.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'insert', 'commit']),
  );
  for (const { traceId, from, to } of statements) {
    expect(traceId).toBe(call.traceId);
    expect([from >= call.from, to <= call.to]).toEqual([true, true]);
  }
  expect(collector.spans.length).toBeGreaterThan(before);
  for (const secret of ['confidential', 'ada@example.org', id]) {
    const spans = collector.spans.filter(({ traceId }) => traceId === call.traceId);
    expect(JSON.stringify(spans, (_, value) => String(value))).not.toContain(secret);
  }
});

test('a trace of a trusted proxy is continued, and its sampling decision is kept', async () => {
  const call = (traceparent: string) =>
    fetch(`${single.url}/api/v1/csrf-token`, { headers: { traceparent } });
  const [sampled, unsampled] = ['a'.repeat(32), 'b'.repeat(32)];
  await call(`00-${unsampled}-${'1'.repeat(16)}-00`);
  await call(`00-${sampled}-${'1'.repeat(16)}-01`);
  const span = await spanOf(({ traceId }) => traceId === sampled);
  expect(span.parentSpanId).toBe('1'.repeat(16));
  expect(collector.text()).not.toContain(unsampled);
});

test('a typed letter is a trace from the page to the commit and the acknowledgement', async () => {
  const [ben, cyd] = [await signUp(single.url, 'ben'), await signUp(single.url, 'cyd')];
  const { id } = await ben.call('createDocument', { body: { title: 'Traced' } });
  await ben.call('addDocumentCollaborator', {
    params: { id },
    body: { usernameOrEmail: 'cyd', role: 'editor' },
  });
  const [his, hers] = [openPage(single, ben, id), openPage(single, cyd, id)];
  await until('both are connected', () =>
    [his, hers].every(({ link }) => link.state.connected && link.state.synced),
  );
  addParagraph(his.doc, '');
  await until('the paragraph has arrived', () => wordsOf(hers.doc) === '\n');
  await until('it is saved', () => his.link.state.saved.kind === 'saved');
  const isOfText = ({ name, attributes }: ReceivedSpan): boolean =>
    name === 'live update' && attributes['longhand.document.id'] === id;
  await until('it is traced', () => collector.spans.some(isOfText));
  const before = new Set(collector.spans);
  his.doc.getText(textName).insert(1, 'Q');
  await until('the letter has arrived', () => wordsOf(hers.doc).includes('Q'));
  const update = await spanOf((span) => !before.has(span) && isOfText(span));
  expect(update.parentSpanId).toBeUndefined();
  expect(update.attributes).toMatchObject({
    'longhand.update.source': 'write',
    'longhand.update.outcome': 'stored',
    'longhand.commit.store': 'journal',
    'longhand.update.bytes': expect.any(Number),
    'longhand.page.waited_ms': expect.any(Number),
    'longhand.page.total_ms': expect.any(Number),
    'longhand.connection.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const parts = ['page', 'check', 'queue', 'commit', 'broadcast', 'acknowledge'];
  await until('its parts were exported', () => childrenOf(update).length >= parts.length);
  const spans = childrenOf(update);
  expect(spans.map(({ name }) => name)).toEqual(parts);
  for (const [at, { from, to, traceId }] of spans.entries()) {
    expect(traceId).toBe(update.traceId);
    expect([from >= (spans[at - 1]?.to ?? update.from), to <= update.to]).toEqual([true, true]);
  }
  expect(collector.spans.filter((span) => !before.has(span) && isOfText(span))).toHaveLength(1);
});

describe('two nodes', () => {
  test('have a change by the server in one trace, with the process that computed it', async () => {
    const [first, second] = nodes;
    const ada = await signUp(first.url, 'ada');
    const { id } = await ada.call('createDocument', { body: { title: 'Traced' } });
    const page = openPage(second, ada, id);
    await until('it is connected', () => page.link.state.connected);
    addParagraph(page.doc, 'at first');
    await until('it is saved', () => page.link.state.saved.kind === 'saved');
    const params = { id };
    const version = await ada.call('createVersion', { params, body: { name: 'First' } });
    addParagraph(page.doc, 'later');
    await until('it is saved', () => page.link.state.saved.kind === 'saved');
    await ada.call('restoreVersion', { params: { id, versionId: version.id } });
    const named = async (name: string, parent: ReceivedSpan): Promise<ReceivedSpan> =>
      spanOf((span) => span.name === name && span.parentSpanId === parent.spanId);
    const call = await spanOf(({ name }) => name.endsWith('/versions/:versionId/restore'));
    const sent = await named('edit at another node', call);
    const received = await named('POST /nodes/v1/edit', sent);
    const edit = await named('edit', received);
    const task = await named('task towards', edit);
    await named('task process', task);
    const update = await named('live update', edit);
    await named('commit', update);
    expect(update.attributes).toMatchObject({
      'longhand.update.source': 'server',
      'longhand.commit.store': 'database',
    });
    expect(new Set([call, sent, received, edit, update].map(({ traceId }) => traceId)).size).toBe(
      1,
    );
    const ids = [call, received].map(({ resource }) => resource['service.instance.id']);
    expect([ids[0] !== ids[1], ids[0] !== undefined, ids[1] !== undefined]).not.toContain(false);
    const requestId = call.attributes['longhand.request.id'];
    expect(received.attributes['longhand.request.id']).toBe(requestId);
    // The log of both nodes has the call.
    for (const [at, node] of [first, second].entries()) {
      const entries = (): Entry[] =>
        entriesOf(node).filter((entry) => entry.requestId === requestId);
      await until('the call was logged', () => entries().length > 0);
      for (const { nodeId } of entries()) expect(nodeId).toBe(ids[at]);
    }
  });

  test('begin a new trace for a sender that is not trusted', async () => {
    const claimed = 'c'.repeat(32);
    const before = new Set(collector.spans);
    const response = await fetch(`${nodes[0].url}/api/v1/csrf-token`, {
      headers: { traceparent: `00-${claimed}-${'1'.repeat(16)}-01`, 'x-request-id': 'claimed-id' },
    });
    const id = response.headers.get('x-request-id');
    expect(id).not.toBe('claimed-id');
    const span = await spanOf(
      (each) => !before.has(each) && each.attributes['longhand.request.id'] === id,
    );
    expect(span.parentSpanId).toBeUndefined();
    expect(collector.text()).not.toContain(claimed);
  });
});
