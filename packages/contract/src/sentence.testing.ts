import type { SentenceId } from './sentence.ts';
import { sentenceTexts } from './sentence-texts.ts';

const values = [
  ...['actor', 'person', 'document', 'project', 'work', 'group', 'from'],
  ...['inside', 'role', 'status', 'verdict', 'accepted', 'rejected'],
];

/** Test helper: returns the names of the values in a sentence. */
export function valuesOf(id: SentenceId): string[] {
  const text = sentenceTexts[id];
  return values.filter((name) => text.includes(`{${name}}`) || text.includes(`{${name},`));
}
