import type { Version } from '@longhand/contract';

/** Returns the display name of a version: its name, or one based on its kind. */
export function versionName({
  name,
  kind,
  number,
}: Pick<Version, 'name' | 'kind' | 'number'>): string {
  if (name !== null) return name;
  if (kind === 'restore') return `Version ${number}, restored`;
  return kind === 'approval' ? `Version ${number}, approved` : `Version ${number}`;
}

/** Formats the authors of the changes in a version. */
export function authorsOf({ authors }: Pick<Version, 'authors'>): string {
  const names = authors.map(({ name }) => name);
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
