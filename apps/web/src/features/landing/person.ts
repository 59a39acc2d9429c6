import { avatarColorIn } from '@longhand/contract';

/** Who writes, as it stands in awareness. */
export type Card = { readonly name: string; readonly color: string };

/** A person's colours as a style, one for each theme. */
export function personStyle(color: string): string {
  return `--person-light: ${avatarColorIn('light', color)}; --person-dark: ${avatarColorIn('dark', color)}`;
}
