import { avatarColorIn } from '@longhand/contract';

/** A writer's data in the awareness state. */
export type Card = { readonly name: string; readonly color: string };

/** Returns a person's colours as a style, one for each theme. */
export function personStyle(color: string): string {
  return `--person-light: ${avatarColorIn('light', color)}; --person-dark: ${avatarColorIn('dark', color)}`;
}
