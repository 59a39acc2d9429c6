import { t } from '@lingui/core/macro';
import type { Version } from '@longhand/contract';
import { listOf } from '../../ui/dates.ts';

/** Returns the display name of a version: its name, or one based on its kind. */
export function versionName({
  name,
  kind,
  number,
}: Pick<Version, 'name' | 'kind' | 'number'>): string {
  if (name !== null) return name;
  if (kind === 'restore') return t`Version ${number}, restored`;
  return kind === 'approval' ? t`Version ${number}, approved` : t`Version ${number}`;
}

/** Formats the authors of the changes in a version. */
export function authorsOf({ authors }: Pick<Version, 'authors'>): string {
  const names = authors.map(({ name }) => name);
  if (names.length <= 2) return listOf(names);
  return t`${{ names: names.slice(0, 2).join(', ') }} and ${{ count: names.length - 2 }} more`;
}
