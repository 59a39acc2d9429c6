import { numberLocale } from './dates.ts';

/** Formats a percentage in the language of the page. The sign stays at its side of the number. */
export function percentage(percent: number): string {
  return (percent / 100).toLocaleString(numberLocale, { style: 'percent' });
}
