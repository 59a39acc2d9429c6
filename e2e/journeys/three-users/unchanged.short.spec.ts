import { declareUnchanged } from './unchanged/unchanged.ts';

// A quarter of the pairs in one context. `unchanged.long.spec.ts` has all pairs, in several
// contexts.
declareUnchanged({ paragraphs: (sum) => sum % 4 === 0 });
