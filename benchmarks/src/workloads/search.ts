import { Agent, request } from 'node:http';
import { databasePid, signUp, startProduct, type Person, type Product } from '@longhand/driver';
import { untilIdle } from '../measure/idle.ts';
import { percentile } from '../measure/statistics.ts';
import { languages, type Language } from '../prepare/languages.ts';
import { countDue, wordOfEveryDocument, fillLibrary } from '../prepare/library.ts';
import { seededRandom } from '../prepare/generated-history.ts';
import type { Bench } from './bench.ts';

/** Goal for a search (ms, p95). */
const goal = 50;
/** Number of different queries per kind. */
const queriesOfKind = 40;

type Searcher = { readonly name: string; readonly person: Person };
type Setup = {
  readonly product: Product;
  readonly searchers: readonly Searcher[];
  readonly size: string;
  readonly kinds: Kinds;
};
type Kinds = Readonly<Record<string, readonly string[]>>;

/**
 * Creates the queries of each kind. Ranks are positions in the list of words by decreasing
 * frequency.
 */
function kindsOf(all: readonly Language[], random: () => number): Kinds {
  const spoken = all.filter(({ space }) => space === ' ');
  const run = all.find(({ space }) => space === '');
  const rank = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const word = (from: number, to: number): string => {
    const { words } = spoken[rank(0, spoken.length)] as Language;
    return words[rank(from, to)]?.shown ?? '';
  };
  const english = (from: number, to: number): string => {
    for (;;) {
      const shown = spoken[0]?.words[rank(from, to)]?.shown ?? '';
      if (shown.length >= 7) return shown;
    }
  };
  const swapped = (shown: string): string =>
    shown.slice(0, 3) + (shown[4] ?? '') + (shown[3] ?? '') + shown.slice(5);
  const some = (make: () => string) => Array.from({ length: queriesOfKind }, make);
  return {
    'a word': some(() => `${word(200, 3_000)} `),
    'two words': some(() => {
      const { words } = spoken[rank(0, spoken.length)] as Language;
      return `${words[rank(50, 500)]?.shown} ${words[rank(50, 500)]?.shown} `;
    }),
    'three letters, unfinished': some(() => english(100, 5_000).slice(0, 3)),
    'a mistyped word': some(() => `${swapped(english(500, 10_000))} `),
    'two letters of Chinese': some(() => {
      const terms = run?.words[rank(0, 1_000)]?.terms ?? [];
      return terms[rank(0, terms.length - 1)] ?? '';
    }),
    'a rare word': some(() => `${word(15_000, 20_000)} `),
    'a word that all have': some(() => `${wordOfEveryDocument} `),
    'the commonest words': some(() => `${word(0, 5)} `),
    'a phrase of two common words': some(() => {
      const { words } = spoken[rank(0, spoken.length)] as Language;
      return `"${words[rank(0, 30)]?.shown} ${words[rank(0, 30)]?.shown}"`;
    }),
    'what is nowhere': some(() => `qx${rank(10_000, 99_999)}zzqj `),
  };
}

async function setUp(bench: Bench): Promise<Setup> {
  const [documents, few] = bench.isQuick ? [500, 20] : [10_000, 100];
  const words = 1_000;
  const product = await startProduct();
  const [reader, guest] = [await signUp(product.url, 'reader'), await signUp(product.url, 'guest')];
  const projects: [string, string] = [
    (await reader.call('createProject', { body: { name: 'Everything' } })).id,
    (await reader.call('createProject', { body: { name: 'Shared' } })).id,
  ];
  const body = { usernameOrEmail: 'guest', role: 'viewer' } as const;
  await reader.call('addProjectCollaborator', { params: { id: projects[1] }, body });
  const random = seededRandom(7);
  const all = languages(random);
  bench.say(`search: writing ${documents} documents of ${words} words`);
  await fillLibrary(product, {
    languages: all,
    documents,
    words,
    author: reader.user.id,
    projects,
    few,
  });
  // Searching indexes the titles that are due.
  while ((await countDue(product)) > 0) await reader.call('search', { query: { q: 'anything' } });
  const size = `${documents.toLocaleString('en')} documents of ${words.toLocaleString('en')} words`;
  const searchers = [
    { name: 'sees all', person: reader },
    { name: `sees ${few}`, person: guest },
  ];
  return { product, searchers, size, kinds: kindsOf(all, random) };
}

type Answered = { readonly milliseconds: number; readonly found: number };

function ask(url: string, agent: Agent, cookie: string, q: string): Promise<Answered> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/v1/search?${new URLSearchParams({ q })}`,
      { agent, headers: { cookie } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => {
          const milliseconds = performance.now() - from;
          if (answer.statusCode !== 200)
            return reject(new Error(`${q}: ${answer.statusCode} ${text}`));
          resolve({ milliseconds, found: (JSON.parse(text) as { items: unknown[] }).items.length });
        });
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

async function measureKind(
  bench: Bench,
  setup: Setup,
  { name, person }: Searcher,
  kind: string,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answered: Answered[] = [];
  for (const q of setup.kinds[kind] ?? [])
    answered.push(await ask(setup.product.url, agent, person.cookie(), q));
  agent.destroy();
  const taken = answered.map(({ milliseconds }) => milliseconds);
  for (const [what, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const) {
    const measure = {
      workload: 'search',
      size: setup.size,
      what: `${name}, ${kind}: ${what}`,
      unit: 'ms',
    };
    bench.figures.add(
      { ...measure, goal: what === 'p95' ? { of: 'value', atMost: goal } : null },
      'longhand',
      percentile(taken, share),
    );
  }
  const hits = percentile(
    answered.map(({ found }) => found),
    0.5,
  );
  bench.say(
    `search, ${name}, ${kind}: p50 ${percentile(taken, 0.5).toFixed(1)}, p95 ${percentile(taken, 0.95).toFixed(1)} ms, ${hits} found`,
  );
}

/**
 * Measures searches over many documents in five made-up languages, one at a time. The searchers are
 * a user who sees all documents and one who sees a few. Longhand only: the peer has no search.
 */
export async function runSearch(bench: Bench): Promise<void> {
  const setup = await setUp(bench);
  try {
    const database = (await databasePid(setup.product.dataDir)) ?? 0;
    for (let round = 0; round < bench.rounds; round += 1) {
      await untilIdle({ servers: [setup.product.pid], database });
      for (const searcher of setup.searchers) {
        for (const kind of Object.keys(setup.kinds))
          await measureKind(bench, setup, searcher, kind);
      }
    }
  } finally {
    await setup.product.close();
  }
}
