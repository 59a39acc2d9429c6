import * as Y from 'yjs';
import {
  openOwnClient,
  textName,
  wordsOf,
  signUp,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import type { Link } from '@longhand/sync/client';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import type { Awareness } from 'y-protocols/awareness';
import { generateDocument, type DocumentSize } from '../prepare/generated-document.ts';

/** Typing speed of each of the other users (characters per second). */
const pace = 5;
/** Rate at which a page publishes the caret while its user types (ms). */
const caretPause = 500;
/** Number of parallel calls. */
const atOnce = 8;
/** Start and end of a comment's quote within its block (characters). */
const commentedFrom = 1;
const commentedTo = 9;

/** Users of a long document: one in a browser, and two who write without one. */
export type Team = {
  readonly reader: Person;
  readonly writers: readonly [Person, Person];
  readonly projectId: string;
};

/**
 * A user without a browser, with a caret. Types one character with `type`, or continuously between
 * `start` and `stop`.
 */
export type Typist = {
  readonly typed: () => number;
  type(): void;
  start(): void;
  stop(): Promise<void>;
};

/** Creates the users and the project on a running product. */
export async function createTeam({ url }: Product): Promise<Team> {
  const reader = await signUp(url, 'reader', 'Ada Lovelace');
  const writers: [Person, Person] = [
    await signUp(url, 'ben', 'Ben Okri'),
    await signUp(url, 'cleo', 'Cleo Nwosu'),
  ];
  const { id: projectId } = await reader.call('createProject', { body: { name: 'Long' } });
  for (const { user } of writers) {
    const body = { usernameOrEmail: user.username, role: 'editor' } as const;
    await reader.call('addProjectCollaborator', { params: { id: projectId }, body });
  }
  return { reader, writers, projectId };
}

type Client = { readonly doc: Y.Doc; readonly link: Link; readonly awareness: Awareness };

async function openClient(product: Product, person: Person, documentId: string): Promise<Client> {
  const client = openOwnClient({
    url: product.url,
    person,
    documentId,
    outbox: createMemoryOutbox(),
  });
  await until('the document is open', () => client.link.state.synced, 60_000);
  return client;
}

/**
 * Creates a long document over the live channel, and its comments with API calls. Returns its id.
 */
export async function createLongDocument(
  product: Product,
  team: Team,
  size: DocumentSize,
): Promise<string> {
  const { reader, writers, projectId } = team;
  const { id } = await reader.call('createProjectDocument', {
    params: { id: projectId },
    body: { title: size.name },
  });
  const [author] = writers;
  const { doc, link } = await openClient(product, author, id);
  Y.applyUpdate(doc, generateDocument(size, author.user.id), 'prepared');
  await until(
    'the text is stored',
    () => link.state.saved.kind === 'saved' && link.pendingUpdates().length === 0,
    60_000,
  );
  const blocks = blocksOf(doc);
  const every = Math.max(1, Math.floor(blocks.length / size.comments));
  const places = Array.from({ length: size.comments }, (_, i) => i * every);
  for (let from = 0; from < places.length; from += atOnce) {
    const calls = places.slice(from, from + atOnce).map((at, i) => {
      const anchor = anchorIn(doc, blocks[at] as Block);
      const body = { body: `Is this what we mean? (${from + i + 1})`, anchor };
      return (writers[(from + i) % 2] as Person).call('createComment', { params: { id }, body });
    });
    await Promise.all(calls);
  }
  doc.destroy();
  return id;
}

/** Returns the anchor of a comment on the beginning of a block, in the form that the page uses. */
function anchorIn(
  doc: Y.Doc,
  { start, words }: Block,
): { quote: string; from: string; to: string } {
  const text = doc.getText(textName);
  const place = (at: number, side: number): string =>
    Buffer.from(
      Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, start + at, side)),
    ).toString('base64');
  return {
    quote: words.slice(commentedFrom, commentedTo),
    from: place(commentedFrom, 0),
    to: place(commentedTo, -1),
  };
}

/** The text of a block, and the number of units in front of it. */
type Block = { readonly start: number; readonly words: string };

function blocksOf(doc: Y.Doc): Block[] {
  let start = 0;
  return wordsOf(doc)
    .split('\n')
    .map((words) => {
      const block = { start, words };
      start += words.length + 1;
      return block;
    })
    .filter(({ words }) => words !== '');
}

/**
 * Opens the document as a user with the caret at the end of a block. `share` (0 to 1) is the
 * position of the block in the document. After `start`, types five characters per second.
 */
export async function openTypist(
  product: Product,
  person: Person,
  documentId: string,
  share: number,
): Promise<Typist> {
  const { doc, link, awareness } = await openClient(product, person, documentId);
  const text = doc.getText(textName);
  const blocks = blocksOf(doc);
  const block = blocks[Math.floor(blocks.length * share)];
  if (block === undefined) throw new Error('the document is empty');
  let caret = Y.createRelativePositionFromTypeIndex(text, block.start + block.words.length, -1);
  let count = 0;
  const type = (): void => {
    count += 1;
    const end = Y.createAbsolutePositionFromRelativePosition(caret, doc)?.index ?? text.length;
    text.insert(end, count % 6 === 0 ? ' ' : 'x');
    caret = Y.createRelativePositionFromTypeIndex(text, end + 1, -1);
    publishing ??= setTimeout(publish, caretPause);
  };
  let publishing: NodeJS.Timeout | null = null;
  const publish = (): void => {
    publishing = null;
    const cursor = Y.relativePositionToJSON(caret) as unknown;
    awareness.setLocalState({ cursor: { anchor: cursor, head: cursor } });
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    typed: () => count,
    type,
    start: () => (timer = setInterval(type, 1_000 / pace)),
    async stop() {
      clearInterval(timer);
      if (publishing !== null) clearTimeout(publishing);
      await until('all is stored', () => link.pendingUpdates().length === 0, 30_000);
      doc.destroy();
    },
  };
}
