import { t } from '@lingui/core/macro';
import type { DocumentStatus, FoundType } from '@longhand/contract';
import { statuses } from '../../ui/statuses.ts';

/** Types of search results with their display names; the empty value means all. */
export const types: readonly { value: FoundType | ''; label: string }[] = [
  { value: '', label: t`Everything` },
  { value: 'document', label: t`Documents` },
  { value: 'comment', label: t`Comments` },
  { value: 'project', label: t`Projects` },
  { value: 'person', label: t`People` },
];

/** Options for the time of the last change, in days including today. */
export const spans = [
  { value: '', label: t`Any time` },
  { value: '1', label: t`Today` },
  { value: '7', label: t`In the last 7 days` },
  { value: '30', label: t`In the last 30 days` },
  { value: '365', label: t`In the last year` },
] as const;

/** Search parameters in the URL; empty values do not filter. `days`: see {@link spans}. */
export type Asked = {
  readonly q: string;
  readonly type: FoundType | '';
  readonly projectId: string;
  /** Id of the document in which, and inside which, is searched. */
  readonly within: string;
  readonly status: DocumentStatus | '';
  readonly tag: string;
  readonly personId: string;
  readonly days: (typeof spans)[number]['value'];
  readonly archived: boolean;
};

/** Parses a URL. Invalid values are ignored. */
export function askedIn(search: URLSearchParams): Asked {
  const one = (name: string): string => search.get(name) ?? '';
  return {
    q: one('q'),
    type: types.find(({ value }) => value === one('type'))?.value ?? '',
    projectId: one('projectId'),
    within: one('within'),
    status: statuses.find(({ value }) => value === one('status'))?.value ?? '',
    tag: one('tag'),
    personId: one('personId'),
    days: spans.find(({ value }) => value === one('days'))?.value ?? '',
    archived: one('archived') === 'true',
  };
}

/** Returns the URL parameters, without empty ones. */
export function addressOf({ archived, ...asked }: Asked): Record<string, string> {
  const said = Object.entries(asked).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(said), ...(archived && { archived: 'true' }) };
}

/** True if there are filters besides the query: an empty result may be caused by them. */
export function isNarrowed({ q: _, archived: __, ...filters }: Asked): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/**
 * Returns the parameters of the request. Constant during one day, so that the response can be
 * cached.
 */
export function queryOf(
  { q, type, projectId, within, status, tag, personId, days, archived }: Asked,
  today = new Date(),
) {
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1 - Number(days));
  return {
    q,
    ...(type && { type }),
    ...(projectId && { projectId }),
    ...(within && { within }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(personId && { personId }),
    ...(days && { since: since.toISOString() }),
    ...(archived && { archived: 'true' as const }),
  };
}
