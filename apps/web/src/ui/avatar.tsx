import { avatarColorIn } from '@longhand/contract';
import type { CSSProperties } from 'react';
import classes from './avatar.module.css';

/**
 * Returns a person's colours for both themes as CSS variables. The page's theme selects one in CSS.
 */
export function colorsOf(avatarColor: string): CSSProperties {
  return {
    '--person-light': avatarColorIn('light', avatarColor),
    '--person-dark': avatarColorIn('dark', avatarColor),
  } as CSSProperties;
}

/** Returns up to two initials of a name. */
export function initialsOf(name: string): string {
  // Text in brackets, such as the note for guests, is not part of the name.
  const words = name
    .replaceAll(/\([^()]*\)/gu, ' ')
    .trim()
    .split(/\s+/u)
    .filter(Boolean);
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toLocaleUpperCase('en') || '?';
}

/**
 * Avatar: a small coloured circle with initials. `label` is the accessible name; null if the name
 * is displayed beside it.
 */
export function Avatar({
  name,
  color,
  label = name,
  size = 28,
}: {
  name: string;
  color: string;
  label?: string | null;
  size?: number;
}) {
  const reading = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span
      {...reading}
      data-person
      data-initials={initialsOf(name)}
      className={classes['face']}
      style={{ ...colorsOf(color), '--face-size': `${size}px` } as CSSProperties}
    />
  );
}
