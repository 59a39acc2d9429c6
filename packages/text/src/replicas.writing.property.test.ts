import { testReplicas } from './testing/replicas.ts';

testReplicas(
  'the replicas of three users agree after edits and suggestions',
  { act: 16, undo: 2, redo: 1, decide: 2, duel: 1 },
  0,
);
