import type { Page } from '@playwright/test';
import { pressKeys, select, selectAcross } from './selection.ts';

const items = (...words: readonly string[]): string =>
  `<ul>${words.map((each) => `<li>${each}</li>`).join('')}</ul>`;
const paragraph = (words: string): string => `<p>${words}</p>`;

/**
 * Contexts of a suggestion. Each returns the HTML around the first block of a case, and around the
 * second block if it is inside too.
 */
export const contexts = {
  paragraphs: (...words: readonly string[]) => words.map(paragraph).join(''),
  list: (...words: readonly string[]) => items('<p>first</p>', ...words.map(paragraph)),
  'numbered list': (...words: readonly string[]) =>
    items('<p>first</p>', ...words.map(paragraph)).replaceAll('ul>', 'ol>'),
  'task list': (...words: readonly string[]) =>
    `<ul data-type="taskList">${['first', ...words].map((each) => `<li data-type="taskItem" data-checked="false">${paragraph(each)}</li>`).join('')}</ul>`,
  'nested list': (...words: readonly string[]) =>
    items(`<p>outer</p>${items('<p>first</p>', ...words.map(paragraph))}`),
  quote: (...words: readonly string[]) =>
    `<blockquote>${words.map(paragraph).join('')}</blockquote>`,
  table: (...words: readonly string[]) =>
    `<table><tr>${words.map((each) => `<td>${each}</td>`).join('')}</tr><tr><td>one</td><td>two</td></tr></table>`,
} as const;

/** Name of a context. */
export type Context = keyof typeof contexts;

/** Lists that are not in another list. */
const outer: readonly Context[] = ['list', 'numbered list', 'task list'];
const lists: readonly Context[] = [...outer, 'nested list'];
const all: readonly Context[] = ['paragraphs', ...lists, 'quote'];

/**
 * Returns the text of the two blocks of a case, with its number. The places below are in this text.
 */
export const blocksOf = (n: number): readonly [string, string] => [
  `a${n}: The quick brown fox jumps a${n}.`,
  `b${n}: and over the dog b${n}.`,
];

/**
 * A kind of suggestion. `#` is replaced by the number of the case.
 * @property make makes the suggestion; `at` fills in the number
 * @property places where an editor does and undoes something: the two characters between the bars
 * are part of the suggestion, or inside it
 * @property accepted text of both blocks after it is accepted
 * @property around the context of the places, if it is another one
 * @property last the place for acts in the last block of a list or a quote; undefined if the
 * suggestion has none
 */
export type SuggestionKind = {
  readonly name: string;
  readonly contexts: readonly Context[];
  readonly make: (page: Page, at: (words: string) => string) => Promise<void>;
  readonly places: readonly string[];
  readonly accepted: string;
  readonly around?: Context;
  readonly last?: string;
};

const whole = 'a#: The quick brown fox jumps a#.b#: and over the dog b#.';

/** All kinds of suggestions. */
export const kinds: readonly SuggestionKind[] = [
  {
    name: 'insertion',
    contexts: [...all, 'table'],
    async make(page, at) {
      await select(page, at('a#: The quick |brown'));
      await page.keyboard.type('NEW ');
    },
    places: ['a#: The quick N|EW| brown'],
    last: 'a#: The quick N|EW| brown',
    accepted: 'a#: The quick NEW brown fox jumps a#.b#: and over the dog b#.',
  },
  {
    name: 'deletion',
    contexts: [...all, 'table'],
    async make(page, at) {
      await select(page, at('a#: The quick |brown fox |jumps'));
      await pressKeys(page, 'Delete');
    },
    places: [
      'a#: The quick bro|wn| fox',
      'a#: The quick |br|own fox',
      'a#: The quick brown fo|x |jumps',
    ],
    last: 'a#: The quick bro|wn| fox',
    accepted: 'a#: The quick jumps a#.b#: and over the dog b#.',
  },
  {
    name: 'replacement',
    contexts: all,
    async make(page, at) {
      await select(page, at('a#: The quick |brown| fox'));
      await page.keyboard.type('scarlet');
    },
    places: [
      'a#: The quick bro|wn|scarlet fox',
      'a#: The quick brown|sc|arlet',
      'a#: The quick brow|ns|carlet',
    ],
    last: 'a#: The quick bro|wn|scarlet fox',
    accepted: 'a#: The quick scarlet fox jumps a#.b#: and over the dog b#.',
  },
  {
    name: 'deletion across two blocks',
    contexts: all,
    async make(page, at) {
      await selectAcross(page, at('a#: The quick |brown fox'), at('b#: and |over'));
      await pressKeys(page, 'Delete');
    },
    places: ['a#: The quick bro|wn| fox', 'b#: a|nd| over'],
    accepted: 'a#: The quick over the dog b#.',
  },
  {
    name: 'format',
    contexts: all,
    async make(page, at) {
      await select(page, at('a#: The quick |brown fox| jumps'));
      await pressKeys(page, 'Control+b');
    },
    places: ['a#: The quick bro|wn| fox'],
    last: 'a#: The quick bro|wn| fox',
    accepted: whole,
  },
  {
    name: 'split',
    contexts: all,
    async make(page, at) {
      await select(page, at('a#: The quick brown |fox'));
      await pressKeys(page, 'Enter');
    },
    places: ['a#: The quick bro|wn| ', 'f|ox| jumps a#.'],
    last: 'f|ox| jumps a#.',
    accepted: whole,
  },
  {
    name: 'join',
    contexts: all,
    async make(page, at) {
      await select(page, at('jumps a#.|'));
      await pressKeys(page, 'Delete');
    },
    places: ['jum|ps| a#.', 'b#: a|nd| over'],
    accepted: whole,
  },
  {
    name: 'heading',
    contexts: ['paragraphs', 'quote'],
    async make(page, at) {
      await select(page, at('a#: The |quick'));
      await pressKeys(page, 'Control+Alt+2');
    },
    places: ['a#: The quick bro|wn| fox'],
    last: 'a#: The quick bro|wn| fox',
    accepted: whole,
  },
  {
    name: 'task list',
    // In a task list, the key takes the block out of it.
    contexts: all.filter((each) => each !== 'task list'),
    async make(page, at) {
      await select(page, at('a#: The |quick'));
      await pressKeys(page, 'Control+Shift+9');
    },
    places: ['a#: The quick bro|wn| fox'],
    last: 'a#: The quick bro|wn| fox',
    accepted: whole,
    around: 'task list',
  },
  {
    name: 'quote',
    contexts: ['paragraphs'],
    async make(page, at) {
      await select(page, at('a#: The |quick'));
      await pressKeys(page, 'Control+Shift+b');
    },
    places: ['a#: The quick bro|wn| fox'],
    last: 'a#: The quick bro|wn| fox',
    accepted: whole,
    around: 'quote',
  },
  {
    name: 'indent',
    contexts: lists,
    async make(page, at) {
      await select(page, at('a#: The |quick'));
      await pressKeys(page, 'Tab');
    },
    places: ['a#: The quick bro|wn| fox', 'b#: a|nd| over'],
    accepted: whole,
  },
  {
    name: 'outdent',
    contexts: ['nested list'],
    async make(page, at) {
      await select(page, at('b#: and |over'));
      await pressKeys(page, 'Shift+Tab');
    },
    places: ['b#: a|nd| over', 'a#: The quick bro|wn| fox'],
    accepted: whole,
  },
  {
    name: 'moved words',
    contexts: all,
    async make(page, at) {
      await select(page, at('a#: The quick |brown |fox'));
      await pressKeys(page, 'Control+x');
      await select(page, at('jumps |a#.'));
      await pressKeys(page, 'Control+v');
    },
    places: ['a#: The quick bro|wn| fox', 'jumps bro|wn| a#.'],
    last: 'jumps bro|wn| a#.',
    accepted: 'a#: The quick fox jumps brown a#.b#: and over the dog b#.',
  },
  {
    name: 'table row',
    contexts: ['table'],
    async make(page, at) {
      await select(page, at('a#: The |quick'));
      await pressKeys(page, 'Control+Enter');
    },
    places: ['a#: The quick bro|wn| fox', 'b#: a|nd| over'],
    accepted: whole,
  },
];

/**
 * An act of an editor that changes nothing in the end. `place`: two characters between bars.
 * `isLast`: the act is done in the last block of a list or a quote. In another block it would split
 * the list or quote in two.
 */
export type Act = {
  readonly name: string;
  readonly contexts: readonly Context[];
  readonly isLast?: boolean;
  readonly act: (page: Page, place: string, n: number) => Promise<void>;
};

/** Converts a place of two characters between bars to a caret before them. */
const caret = (place: string): string => place.replace(/\|([^|]*)\|/, '|$1');

const pressing =
  (...names: readonly string[]): Act['act'] =>
  async (page, place) => {
    await select(page, caret(place));
    await pressKeys(page, ...names);
  };

const selecting =
  (...names: readonly string[]): Act['act'] =>
  async (page, place) => {
    await select(page, place);
    await pressKeys(page, ...names);
  };

const anywhere: readonly Context[] = [...all, 'table'];
/**
 * Contexts in which Backspace at the beginning of a block joins it with the previous one. In a list
 * item and in a quote it lifts the block out first.
 */
const joining: readonly Context[] = ['paragraphs', 'table'];

/** All acts of an editor that change nothing in the end. */
export const acts: readonly Act[] = [
  { name: 'Enter and Backspace', contexts: joining, act: pressing('Enter', 'Backspace') },
  {
    name: 'Enter and two times Backspace',
    contexts: [...outer, 'quote'],
    isLast: true,
    act: pressing('Enter', 'Backspace', 'Backspace'),
  },
  {
    // Each Backspace lifts the block out of one level.
    name: 'Enter and three times Backspace',
    contexts: ['nested list'],
    isLast: true,
    act: pressing('Enter', 'Backspace', 'Backspace', 'Backspace'),
  },
  { name: 'Enter and Delete', contexts: anywhere, act: pressing('Enter', 'ArrowLeft', 'Delete') },
  {
    name: 'Enter twice and Backspace twice',
    contexts: joining,
    act: pressing('Enter', 'Enter', 'Backspace', 'Backspace'),
  },
  {
    name: 'Enter twice and Delete twice',
    contexts: anywhere,
    act: pressing('Enter', 'Enter', 'ArrowLeft', 'ArrowLeft', 'Delete', 'Delete'),
  },
  { name: 'Enter and undo', contexts: anywhere, act: pressing('Enter', 'Control+z') },
  { name: 'cut and undo', contexts: anywhere, act: selecting('Control+x', 'Control+z') },
  { name: 'cut and paste', contexts: anywhere, act: selecting('Control+x', 'Control+v') },
  { name: 'a letter and undo', contexts: anywhere, act: pressing('x', 'Control+z') },
  { name: 'a letter and Backspace', contexts: anywhere, act: pressing('x', 'Backspace') },
  { name: 'Tab and Shift+Tab', contexts: lists, act: pressing('Tab', 'Shift+Tab') },
  {
    name: 'numbers and bullets',
    contexts: ['list', 'nested list'],
    act: pressing('Control+Shift+7', 'Control+Shift+8'),
  },
  {
    name: 'bullets and numbers',
    contexts: ['numbered list'],
    act: pressing('Control+Shift+8', 'Control+Shift+7'),
  },
  {
    name: 'a move and back',
    contexts: ['paragraphs', 'quote', 'list', 'numbered list'],
    // The second block may be the last one, which moves up only.
    act: (page, place, n) =>
      place.startsWith('b')
        ? pressing('Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown')(page, place, n)
        : pressing('Alt+Shift+ArrowDown', 'Alt+Shift+ArrowUp')(page, place, n),
  },
  {
    name: 'a letter beside it and undo',
    contexts: anywhere,
    async act(page, _place, n) {
      await select(page, `a${n}: T|he`);
      await pressKeys(page, 'x', 'Control+z');
    },
  },
  {
    name: 'Enter beside it and undo',
    contexts: anywhere,
    async act(page, _place, n) {
      await select(page, `a${n}: The |quick`);
      await pressKeys(page, 'Enter', 'Control+z');
    },
  },
];
