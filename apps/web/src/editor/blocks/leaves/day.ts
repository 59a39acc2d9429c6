import { t } from '@lingui/core/macro';
import { Day, isDay } from '@longhand/document';
import { LeafView, type LeafForm } from './leaf-view.ts';

/** Formats a day for display. `date` is `2026-11-21`; an invalid value is returned unchanged. */
export function dayName(date: string, language?: string): string {
  if (!isDay(date)) return date === '' ? t`A day` : date;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}

/** Returns today's date in the local time zone. */
export function today(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const form: LeafForm = {
  tag: 'time',
  type: 'day',
  attribute: 'date',
  label: t`Day`,
  field: 'date',
  draw: (face, date) => {
    face.textContent = dayName(date);
  },
};

/** Node view of a day in the editor. */
export const EditorDay = Day.extend({
  addNodeView() {
    return ({ node, editor, getPos }) => new LeafView(form, node, editor, getPos);
  },
});
