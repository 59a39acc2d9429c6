import type { Version } from '@longhand/contract';

/** What a version is called: by its name, or by how it came about. */
export function versionName({ name, kind, number }: Pick<Version, 'name' | 'kind' | 'number'>): string {
  if (name !== null) return name;
  if (kind === 'restore') return `Version ${number}, restored`;
  return kind === 'approval' ? `Version ${number}, approved` : `Version ${number}`;
}

/** Who wrote what is new in a version, in a few words. */
export function authorsOf({ authors }: Pick<Version, 'authors'>): string {
  const names = authors.map(({ name }) => name);
  if (names.length <= 2) return names.join(' and ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
