import type { Node } from '@tiptap/pm/model';
import { signOf } from './sight.ts';

/** Fails a check. */
export function fail(message: string): never {
  throw new Error(message);
}

/** Checks a condition. */
export function holds(condition: boolean, message: string): void {
  if (!condition) fail(message);
}

/** Checks that two documents differ only in suggestions. Reports the first difference. */
export function alike(found: Node, wanted: Node, message: string): void {
  const [one, other] = [signOf(found), signOf(wanted)];
  if (one === other) return;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const part = (text: string): string => text.slice(Math.max(0, at - 160), at + 260);
  fail(`${message}: …${part(one)}… instead of …${part(other)}…`);
}

/** Checks that there are no faults. Reports the first five. */
export function none(faults: readonly string[], message: string): void {
  if (faults.length > 0) fail(`${message}: ${faults.slice(0, 5).join('; ')}`);
}
