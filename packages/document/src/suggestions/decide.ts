import type { Transform } from '@tiptap/pm/transform';
import { resolveSuggestions } from './resolve.ts';
import { keepSquare } from './square.ts';

/**
 * Decides about suggestions as a person does: they are made real or taken away ({@link resolveSuggestions}), and tables stay square. What is said of
 * suggestions by themselves (rejecting is taking away; the order does not count) is true of resolving alone: tables are evened out by what stands in them.
 */
export function decideSuggestions(tr: Transform, ...how: ResolveHow): void {
  const since = tr.steps.length;
  keepSquare(tr, since, resolveSuggestions(tr, ...how));
}

type ResolveHow = Parameters<typeof resolveSuggestions> extends [Transform, ...infer How] ? How : never;
