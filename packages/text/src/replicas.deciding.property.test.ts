import { testReplicas } from './testing/replicas.ts';

testReplicas(
  'the replicas of three users agree after suggestions, decisions and undo',
  { act: 10, undo: 3, redo: 2, decide: 4, duel: 2 },
  1_000_000_000,
);
