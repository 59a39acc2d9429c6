import { t } from '@lingui/core/macro';
import { numberLocale } from '../../ui/dates.ts';
/** Formats a size in bytes. */
export function bytes(value: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let size = value;
  let at = 0;
  while (size >= 1_000 && at < units.length - 1) {
    size /= 1_000;
    at += 1;
  }
  return `${size < 10 && at > 0 ? size.toFixed(1) : Math.round(size)} ${units[at]}`;
}

/** Formats a duration in milliseconds. */
export function milliseconds(value: number): string {
  return value < 10 ? t`${{ value: value.toFixed(1) }} ms` : t`${{ number: Math.round(value) }} ms`;
}

/** Formats a number with thousands separators. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString(numberLocale);
}
