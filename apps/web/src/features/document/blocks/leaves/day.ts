import { Day, isDay } from '@longhand/document';
import { LeafView, type LeafForm } from './leafView.ts';

/** A day as people write it. `date` is `2026-11-21`; what is none comes back as it is. */
export function dayName(date: string, language?: string): string {
  if (!isDay(date)) return date === '' ? 'A day' : date;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}

/** Today, where the person is. */
export function today(now = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const form: LeafForm = {
  tag: 'time',
  type: 'day',
  attribute: 'date',
  label: 'Day',
  field: 'date',
  draw: (face, date) => {
    face.textContent = dayName(date);
  },
};

/** A day as it is drawn while one writes. */
export const DrawnDay = Day.extend({
  addNodeView() {
    return ({ node, editor, getPos }) => new LeafView(form, node, editor, getPos);
  },
});
