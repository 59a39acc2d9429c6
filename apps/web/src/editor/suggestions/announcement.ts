import { t } from '@lingui/core/macro';
import type { PersonShown } from '../editor-context.ts';
import { inOneLine } from './describe.ts';
import type { ListedSuggestion } from './listed-suggestions.ts';

type Circumstances = {
  readonly personOf: (id: string) => PersonShown;
  readonly myId: string;
  /** The current user's decision since `before`; null if other users decided. */
  readonly verdict: 'accept' | 'reject' | null;
  /**
   * True if the current user has typed since `before`: they may have withdrawn their own
   * suggestion.
   */
  readonly hasWritten: boolean;
};

/** Maximum number of suggestions announced individually; more are counted. */
const most = 2;

/**
 * Returns the announcement for added, changed and removed suggestions: those of other users, and
 * decisions. Null for none.
 */
export function announcementOf(
  before: readonly ListedSuggestion[],
  now: readonly ListedSuggestion[],
  { personOf, myId, verdict, hasWritten }: Circumstances,
): string | null {
  const [known, there] = [
    new Map(before.map((each) => [each.id, each])),
    new Set(now.map(({ id }) => id)),
  ];
  const come = now.filter(({ id, author, added, removed }) => {
    const last = known.get(id);
    return (
      author !== myId && (last === undefined || last.added !== added || last.removed !== removed)
    );
  });
  const gone = before.filter(
    ({ id, author }) => !there.has(id) && (verdict !== null || author !== myId || !hasWritten),
  );
  const nameOf = ({ author }: ListedSuggestion): string =>
    author === myId ? t`you` : personOf(author).name;
  const sentences: string[] = [];
  if (gone.length > 0) {
    const act = verdict === null ? t`Decided` : verdict === 'accept' ? t`Accepted` : t`Rejected`;
    sentences.push(
      gone.length > most
        ? t`${act}: ${{ count: gone.length }} suggestions.`
        : gone
            .map(
              (each) =>
                t`${act}: ${{ change: inOneLine(each) }}, suggested by ${{ name: nameOf(each) }}.`,
            )
            .join(' '),
    );
  }
  if (come.length > most)
    sentences.push(t`${{ count: come.length }} suggestions by others were added or changed.`);
  else
    for (const each of come)
      sentences.push(t`${{ name: nameOf(each) }} suggests: ${{ change: inOneLine(each) }}.`);
  return sentences.length === 0 ? null : sentences.join(' ');
}
