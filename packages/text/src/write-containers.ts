import type { Node } from '@tiptap/pm/model';
import { isAsBefore, type Assigned } from './assignment.ts';
import { isAlike, withOwnMoves, shownBy, uncarried, type Carried } from './carried.ts';
import { valuesOfContainer } from './node-values.ts';
import { attributeNames, type Reading } from './reading.ts';
import type { UnitWriter } from './unit-writer.ts';
import type { Relocation } from './relocating.ts';
import { differing, only } from './values.ts';

/**
 * Surroundings of {@link writeContainers}. `carries`: the suggestions that the new document shows
 * are intended; `carried`: returns those that a node shows; `relocation`: adapts those of new
 * containers.
 */
export type ContainerContext = {
  readonly writer: UnitWriter;
  readonly reading: Reading;
  readonly carries: boolean;
  readonly carried: (node: Node) => Carried;
  readonly relocation: Relocation;
};

/** Writes the containers of blocks that are new or have changed. */
export function writeContainers(containers: readonly Assigned[], context: ContainerContext): void {
  const done = new Set<Assigned>();
  for (const container of containers) {
    if (container.id === null || done.has(container)) continue;
    done.add(container);
    writeContainer(container, container.id, context);
  }
}

function writeContainer(
  { node, parent, column, isLaidOut, was }: Assigned,
  id: string,
  { writer, reading, carries, carried: carriedBy, relocation }: ContainerContext,
): void {
  const values = valuesOfContainer(node, parent?.id ?? null);
  if (was === null || was.id === null) {
    const all = { ...values, ...(column !== null && { column }) };
    const shown = carries ? shownBy(carriedBy(node), all) : uncarried;
    const carried = relocation.carried(shown, parent);
    return writer.addContainer(id, all, carried);
  }
  const stored = reading.container(id) ?? {};
  // A cell may be stored with a span that does not fit its table. It is stored as shown when the
  // table changes.
  const isMoved = was.node !== node || !isAsBefore(parent, was.parent) || isLaidOut;
  const names = new Set(['kind', 'in', ...attributeNames(node.type), ...Object.keys(values)]);
  const set = isMoved ? only(differing(stored, values), names) : {};
  const all = column === null || column === (stored['column'] ?? null) ? set : { ...set, column };
  const changes = reading.containerChanges(id);
  const carried = withOwnMoves(carriedBy(node), changes);
  if (carries && was.node !== null && !isAlike(carried, carriedBy(was.node))) {
    // Values set by withdrawn changes are stored as they are shown.
    const suggested = changes.flatMap((change) => Object.keys(change.set));
    const shown = only({ ...stored, ...all, ...values }, new Set([...names, ...suggested]));
    if (writer.carryContainer(id, shown, carried)) return;
  }
  if (Object.keys(all).length > 0) writer.changeContainer(id, all);
}
