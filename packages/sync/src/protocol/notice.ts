import { isRight, type Right } from './right.ts';

/** A message from the server to a page, other than text. */
export type Notice =
  | { readonly kind: 'role'; readonly role: string; readonly right: Right }
  | {
      readonly kind: 'refused';
      readonly id: number | null;
      readonly reason: string;
      readonly detail: string;
    }
  /** Asks how long a write took that was just acknowledged. Answered by a `timing` frame. */
  | { readonly kind: 'timing'; readonly id: number }
  | { readonly kind: 'going_away' };

/** The type of a field of a notice. */
type Field = 'text' | 'right' | 'number' | 'number or null';

/** The fields of each kind of notice. */
export const noticeFields: { readonly [Kind in Notice['kind']]: Readonly<Record<string, Field>> } =
  {
    role: { role: 'text', right: 'right' },
    refused: { id: 'number or null', reason: 'text', detail: 'text' },
    timing: { id: 'number' },
    going_away: {},
  };

const isOfField: { readonly [Type in Field]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string',
  right: isRight,
  number: Number.isSafeInteger,
  'number or null': (value) => value === null || Number.isSafeInteger(value),
};

/** True if the JSON value is a notice of a kind that only newer servers know. */
export function isUnknownNotice(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return typeof value.kind === 'string' && !Object.hasOwn(noticeFields, value.kind);
}

/**
 * Parses the JSON value of a notice. Returns null if it is not a notice. Fields that a notice does
 * not have are removed.
 */
export function noticeOf(value: unknown): Notice | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null;
  const given = value as Readonly<Record<string, unknown>>;
  const { kind } = given;
  if (typeof kind !== 'string' || !Object.hasOwn(noticeFields, kind)) return null;
  const fields = Object.entries(noticeFields[kind as Notice['kind']]);
  if (!fields.every(([name, type]) => isOfField[type](given[name]))) return null;
  return Object.fromEntries([
    ['kind', kind],
    ...fields.map(([name]) => [name, given[name]]),
  ]) as Notice;
}
