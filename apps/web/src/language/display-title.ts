import { t } from '@lingui/core/macro';

/** Returns the display title of a document; in English _Untitled_ for a blank one. */
export function displayTitle(title: string): string {
  return title.trim() === '' ? t`Untitled` : title;
}
