/** Right of a user in a text: to read it, to suggest changes, or to change it. */
export type Right = 'read' | 'suggest' | 'write';

const rights: readonly unknown[] = ['read', 'suggest', 'write'] satisfies Right[];

/** True if `value` is a right. */
export function isRight(value: unknown): value is Right {
  return rights.includes(value);
}

/** True if one right includes more than another. */
export function isMore(one: Right, other: Right): boolean {
  return rights.indexOf(one) > rights.indexOf(other);
}
