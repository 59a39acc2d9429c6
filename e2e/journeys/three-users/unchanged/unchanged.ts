import { expect, type Page } from '@playwright/test';
import { openStockClient, until } from '@longhand/driver';
import * as Y from 'yjs';
import { shownText } from '../../../src/editing/acts.ts';
import { serializeJson, serializeView } from '../../../src/editing/expected.ts';
import { editorJson } from '../../../src/editing/page-editor.ts';
import { focusText, test, wordsOf } from '../../fixtures.ts';
import {
  untilAgreed,
  startScene,
  decideAll,
  openForThree,
  type ThreeUsers,
} from '../three-users.ts';
import {
  acts,
  blocksOf,
  contexts,
  kinds,
  type Act,
  type Context,
  type SuggestionKind,
} from './tables.ts';

/**
 * One suggestion, and one act of an editor in it or beside it. `act` is null if the suggestion is
 * not touched.
 */
type Case = {
  readonly n: number;
  readonly name: string;
  readonly kind: SuggestionKind | null;
  readonly act: Act | null;
};

/**
 * Returns true if a pair of a suggestion and an act is tried in a context, by the sum of their
 * numbers.
 */
type IsTried = (sum: number) => boolean;

/**
 * Returns all cases of a context: kinds of suggestions with acts, each kind alone, and each act in
 * a text without a suggestion.
 */
function casesOf(context: Context, isTried: IsTried): Case[] {
  const pairs: Omit<Case, 'n' | 'name'>[] = [];
  for (const [i, kind] of [null, ...kinds].entries())
    for (const [k, act] of [null, ...acts].entries()) {
      const isHere =
        kind?.contexts.includes(context) !== false &&
        act?.contexts.includes(kind?.around ?? context) !== false;
      const hasPlace = act?.isLast !== true || kind === null || kind.last !== undefined;
      if (isHere && hasPlace && (kind === null || act === null || isTried(i + k)))
        pairs.push({ kind, act });
    }
  return pairs.map(({ kind, act }, n) => ({
    n,
    kind,
    act,
    name: `${kind?.name ?? 'no suggestion'}, ${act?.name ?? 'untouched'}`,
  }));
}

/** Place of acts in a text without a suggestion. */
const plain = 'a#: The quick bro|wn| fox';

/** Returns the place of the act of a case. */
function placeOf({ n, kind, act }: Case): string {
  const places = kind?.places ?? [plain];
  const place = act?.isLast === true ? (kind?.last ?? plain) : (places[n % places.length] ?? plain);
  return place.replaceAll('#', String(n));
}

/**
 * Returns the HTML of a case. The second block is behind the context if the act needs the last
 * block, otherwise inside.
 */
function htmlOf({ n, kind, act }: Case, context: Context): string {
  const [a, b] = blocksOf(n);
  const isApart = act?.isLast === true && kind?.around === undefined;
  return `<p>Case ${n}</p>${isApart ? `${contexts[context](a)}<p>${b}</p>` : contexts[context](a, b)}`;
}

const head = /^(?: {2}paragraph.* )?Case (\d+)$/m;

/** Splits a document into the parts of its cases, by their numbers. */
function partsOf(text: string): Map<number, string> {
  const parts = text.split(head);
  const found = new Map<number, string>();
  for (let i = 1; i < parts.length; i += 2)
    found.set(Number(parts[i]), (parts[i + 1] ?? '').trimEnd());
  return found;
}

/** Returns a message for each case whose parts differ between two documents. */
function differing(
  cases: readonly Case[],
  what: string,
  expected: string,
  found: string,
): string[] {
  const [one, other] = [partsOf(expected), partsOf(found)];
  return cases.flatMap(({ n, name }) =>
    one.get(n) === other.get(n)
      ? []
      : [`${name} (case ${n}), ${what}:\n  expected ${one.get(n)}\n  found ${other.get(n)}`],
  );
}

/** Returns a message for each case whose text on a page differs from the table. */
function differingText(
  cases: readonly Case[],
  verdict: 'accept' | 'reject',
  words: string,
): string[] {
  const parts = partsOf(words);
  return cases.flatMap(({ n, name, kind }) => {
    const expected =
      verdict === 'accept' && kind !== null
        ? kind.accepted.replaceAll('#', String(n))
        : blocksOf(n).join('');
    // Remove the context's own text.
    const found = (parts.get(n) ?? '')
      .replaceAll('\n', '')
      .replace(/^(outer)?(first)?/, '')
      .replace(/onetwo$/, '');
    return found === expected
      ? []
      : [`${name} (case ${n}), letters after ${verdict}: expected ${expected}, found ${found}`];
  });
}

/** Returns the documents of the editors on the three pages. */
const editorJsonOfAll = async ({ editor, reviewer, viewer }: ThreeUsers): Promise<string[]> =>
  (await Promise.all([editor, reviewer, viewer].map((page) => editorJson(page)))).map(
    serializeJson,
  );

/**
 * Accepts all suggestions, reverts that, and rejects them. Returns a message for each case that
 * then differs from the expected document or text.
 */
async function differingDecisions(
  three: ThreeUsers,
  cases: readonly Case[],
  expected: Readonly<Record<'accept' | 'reject', string>>,
): Promise<string[]> {
  const { editor } = three;
  const wrong: string[] = [];
  for (const verdict of ['accept', 'reject'] as const) {
    await decideAll(three, verdict);
    for (const held of await editorJsonOfAll(three))
      wrong.push(...differing(cases, `after ${verdict}`, expected[verdict], held));
    wrong.push(...differingText(cases, verdict, await wordsOf(editor)));
    if (verdict === 'reject') break;
    await focusText(editor);
    await editor.keyboard.press('Control+z');
    await untilAgreed(three);
  }
  return wrong;
}

/**
 * Declares a journey for each context. A reviewer makes suggestions, and an editor acts on them and
 * undoes the acts.
 *
 * @param trials the contexts to try, each with its pairs
 */
export function declareUnchanged(trials: Readonly<Partial<Record<Context, IsTried>>>): void {
  // Each context has its own product if another worker is free.
  test.describe.configure({ mode: 'parallel' });
  for (const [context, isTried] of Object.entries(trials) as [Context, IsTried][]) {
    test(`a suggestion is unchanged after an editor acts in it and reverts the act: ${context}`, async ({
      browser,
      workspace,
      consoleErrors,
    }) => {
      // Some hundred suggestions and acts by keyboard; on a busy machine each key is slow.
      test.setTimeout(900_000);
      const cases = casesOf(context, isTried);
      const three = await openForThree(browser, workspace, consoleErrors);
      const { editor, reviewer } = three;
      const documentId = new URL(editor.url()).pathname.split('/').at(-1) ?? '';
      const { product, ada: person } = workspace;
      const stock = openStockClient({ url: product.url, person, documentId });
      const wrong: string[] = [];

      await startScene(
        three,
        cases.map((each) => htmlOf(each, context)).join('') + '<p>Case 9999</p>',
      );
      await settle(editor, reviewer);
      for (const { n, kind } of cases)
        await kind?.make(reviewer, (words) => words.replaceAll('#', String(n)));
      await untilAgreed(three);
      const before = await stored(stock.doc, editor);
      const expected = {
        accept: serializeView(before, 'accepted'),
        reject: serializeView(before, 'original'),
      };
      const shown = await shownText(editor);

      for (const each of cases)
        await each.act?.act(editor, placeOf(each), each.n).catch((error: unknown) => {
          throw new Error(`${each.name} (case ${each.n})`, { cause: error });
        });
      await untilAgreed(three);
      const after = await stored(stock.doc, editor);
      wrong.push(...differing(cases, 'is shown', blocks(shown), blocks(await shownText(editor))));
      wrong.push(
        ...differing(cases, 'if accepted', expected.accept, serializeView(after, 'accepted')),
      );
      wrong.push(
        ...differing(cases, 'if rejected', expected.reject, serializeView(after, 'original')),
      );

      wrong.push(...(await differingDecisions(three, cases, expected)));
      expect(
        wrong.length === 0
          ? ''
          : `${wrong.length} differences:\n${[...new Set(wrong)].slice(0, 30).join('\n')}`,
      ).toBe('');
      stock.provider.destroy();
      stock.doc.destroy();
      for (const user of three.users) await user.context.close();
    });
  }
}

/** Puts the heads of the cases in lines of their own, in the text that a page shows. */
const blocks = (shown: string): string => shown.replaceAll(/^P (Case \d+)$/gm, '$1');

/**
 * Focuses texts and waits, because an editor restores its own caret shortly after it gets the
 * focus.
 */
async function settle(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await focusText(page);
    await page.waitForTimeout(100);
  }
}

/** Returns the stored document, once an independent client has the content of a page. */
async function stored(doc: Y.Doc, page: Page): Promise<Uint8Array> {
  const held = serializeJson(await editorJson(page));
  await until(
    'the stored document is the one on the page',
    () => serializeView(Y.encodeStateAsUpdate(doc), 'marked') === held,
  );
  return Y.encodeStateAsUpdate(doc);
}
