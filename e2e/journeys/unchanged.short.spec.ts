import { declareUnchanged } from './unchanged/unchanged.ts';

// Each pair in one of the contexts of words, and half of those of a table. `unchanged.long.spec.ts` has two to four times as many.
declareUnchanged({
  paragraphs: (sum) => sum % 4 === 0,
  list: (sum) => sum % 4 === 1,
  'nested list': (sum) => sum % 4 === 2,
  quote: (sum) => sum % 4 === 3,
  table: (sum) => sum % 2 === 0,
});
