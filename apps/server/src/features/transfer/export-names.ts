import type { ExportFormat } from '@longhand/contract';
import { folderNameOf } from './archive.ts';
import { exportName } from './formats.ts';

/** A document of an archive: its folder, or with a `parentId` among the others, its parent. */
type Placed = {
  readonly id: string;
  readonly title: string;
  readonly folder: string;
  readonly parentId?: string | null;
};

/**
 * Returns the names of the files, numbered in order within each folder. The folder of a document
 * has the name of its file, without the extension. Parents come before what is inside them.
 * `blank`: in place of a blank title.
 */
export function namesOf(
  rows: readonly Placed[],
  format: ExportFormat,
  blank: string,
): { folder: string; name: string }[] {
  const listed = new Set(rows.map(({ id }) => id));
  const placeOf = ({ folder, parentId = null }: Placed): string =>
    parentId !== null && listed.has(parentId) ? parentId : folder;
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(placeOf(row), (counts.get(placeOf(row)) ?? 0) + 1);
  const reached = new Map<string, number>();
  const folders = new Map<string, string>();
  return rows.map((row) => {
    const place = placeOf(row);
    const number = (reached.get(place) ?? 0) + 1;
    reached.set(place, number);
    const folder = folders.get(place) ?? row.folder;
    const digits = String(counts.get(place)).length;
    const name = `${folder}${String(number).padStart(digits, '0')} ${exportName(row.title, format, blank)}`;
    folders.set(row.id, `${folderNameOf(name)}/`);
    return { folder, name };
  });
}
