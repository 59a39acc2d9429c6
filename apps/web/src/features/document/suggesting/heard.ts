import type { Suggestion } from '@longhand/document';
import type { PersonShown } from '../../../ui/openText.ts';
import { inOneLine } from './describe.ts';

type Circumstances = {
  readonly personOf: (id: string) => PersonShown;
  readonly myId: string;
  /** What this person decided meanwhile; null where others did. */
  readonly verdict: 'accept' | 'reject' | null;
  /** Whether this person wrote meanwhile: then they may have taken back what they suggested. */
  readonly hasWritten: boolean;
};

/** More than this at once are counted, not read out. */
const most = 2;

/** What there is to say of suggestions that came and went: those of others, and what was decided. Null for nothing. */
export function heardOf(
  before: readonly Suggestion[],
  now: readonly Suggestion[],
  { personOf, myId, verdict, hasWritten }: Circumstances,
): string | null {
  const [known, there] = [new Map(before.map((each) => [each.id, each])), new Set(now.map(({ id }) => id))];
  const come = now.filter(({ id, author, added, removed }) => {
    const last = known.get(id);
    return author !== myId && (last === undefined || last.added !== added || last.removed !== removed);
  });
  const gone = before.filter(({ id, author }) => !there.has(id) && (verdict !== null || author !== myId || !hasWritten));
  const nameOf = ({ author }: Suggestion): string => (author === myId ? 'you' : personOf(author).name);
  const sentences: string[] = [];
  if (gone.length > 0) {
    const act = verdict === null ? 'Decided' : verdict === 'accept' ? 'Accepted' : 'Rejected';
    sentences.push(
      gone.length > most
        ? `${act}: ${gone.length} suggestions.`
        : gone.map((each) => `${act}, by ${nameOf(each)}: ${inOneLine(each)}.`).join(' '),
    );
  }
  if (come.length > most) sentences.push(`${come.length} suggestions by others came or changed.`);
  else for (const each of come) sentences.push(`${nameOf(each)} suggests: ${inOneLine(each)}.`);
  return sentences.length === 0 ? null : sentences.join(' ');
}
