import { avatarColorIn } from '@longhand/contract';
import type { CSSProperties } from 'react';
import classes from './Face.module.css';

/** The colours of a person for both themes, as CSS variables: the page's theme picks one without being told. */
export function colorsOf(avatarColor: string): CSSProperties {
  return {
    '--person-light': avatarColorIn('light', avatarColor),
    '--person-dark': avatarColorIn('dark', avatarColor),
  } as CSSProperties;
}

/** Up to two letters that stand for a name. */
export function initialsOf(name: string): string {
  // What stands in brackets, as that somebody is a guest, is no part of the name.
  const words = name
    .replaceAll(/\([^()]*\)/gu, ' ')
    .trim()
    .split(/\s+/u)
    .filter(Boolean);
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase('en') || '?';
}

/** A person as a small coloured circle with their initials. `label` is what is read out; null where the name stands beside it. */
export function Face({
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
