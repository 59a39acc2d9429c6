import type { DocumentStatus, FoundType } from '@longhand/contract';
import { statuses } from '../../ui/statuses.ts';

/** The kinds of thing that can be searched for, as people call them; the empty one is all of them. */
export const types: readonly { value: FoundType | ''; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'document', label: 'Documents' },
  { value: 'comment', label: 'Comments' },
  { value: 'project', label: 'Projects' },
  { value: 'person', label: 'People' },
];

/** How far back a change may lie: days, today being the first of them. */
export const spans = [
  { value: '', label: 'Any time' },
  { value: '1', label: 'Today' },
  { value: '7', label: 'In the last 7 days' },
  { value: '30', label: 'In the last 30 days' },
  { value: '365', label: 'In the last year' },
] as const;

/** What is searched, as the address says it; empty where it does not narrow the search. `days`: see {@link spans}. */
export type Asked = {
  readonly q: string;
  readonly type: FoundType | '';
  readonly projectId: string;
  readonly status: DocumentStatus | '';
  readonly tag: string;
  readonly personId: string;
  readonly days: (typeof spans)[number]['value'];
  readonly archived: boolean;
};

/** Reads an address. What it cannot mean does not narrow the search. */
export function askedIn(search: URLSearchParams): Asked {
  const one = (name: string): string => search.get(name) ?? '';
  return {
    q: one('q'),
    type: types.find(({ value }) => value === one('type'))?.value ?? '',
    projectId: one('projectId'),
    status: statuses.find(({ value }) => value === one('status'))?.value ?? '',
    tag: one('tag'),
    personId: one('personId'),
    days: spans.find(({ value }) => value === one('days'))?.value ?? '',
    archived: one('archived') === 'true',
  };
}

/** The address that says it: only what is there. */
export function addressOf({ archived, ...asked }: Asked): Record<string, string> {
  const said = Object.entries(asked).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(said), ...(archived && { archived: 'true' }) };
}

/** Whether more is asked than words: then less may be found than there is. */
export function isNarrowed({ q: _, archived: __, ...filters }: Asked): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/** What the server is asked. The same during one day, so that an answer is kept. */
export function queryOf({ q, type, projectId, status, tag, personId, days, archived }: Asked, today = new Date()) {
  const since = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1 - Number(days));
  return {
    q,
    ...(type && { type }),
    ...(projectId && { projectId }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(personId && { personId }),
    ...(days && { since: since.toISOString() }),
    ...(archived && { archived: 'true' as const }),
  };
}
