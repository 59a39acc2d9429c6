import type { Node } from '@tiptap/pm/model';
import type { Assigned } from './assignment.ts';
import { withoutMove, type Carried, type CarriedChange } from './carried.ts';
import type { Laid } from './layout.ts';
import type { RenderedBlock } from './rendering.ts';

/** A container before a change. */
type Container = { readonly node: Node; readonly parent: string | null };

/** Adapts suggestions about the positions of blocks and containers that a change inserts anew. */
export class Relocation {
  readonly #lines: readonly RenderedBlock[];
  readonly #laid: readonly Laid[];
  #containers: ReadonlyMap<string, Container> | null = null;

  /**
   * @param lines the lines before the change
   * @param laid the same lines with the nodes of their containers
   */
  constructor(lines: readonly RenderedBlock[], laid: readonly Laid[]) {
    this.#lines = lines;
    this.#laid = laid;
  }

  /**
   * Returns the suggestions about a block or container that was moved. A suggested parent remains
   * if the container there was moved with it: the containers with and without the suggestion are
   * those at the same depths. Other suggestions about its parent are removed.
   *
   * @param parent the innermost container around it after the change
   */
  carried(carried: Carried, parent: Assigned | null): Carried {
    if (carried.changes.every(({ set }) => set['in'] === undefined)) return carried;
    const changes = carried.changes.flatMap((change) => {
      if (change.set['in'] === undefined) return [change];
      const containers = this.#containersOf(change, parent);
      if (containers === null) return withoutMove(change);
      const { id, set, was } = change;
      return [{ id, set: { ...set, in: containers.set }, was: { ...was, in: containers.was } }];
    });
    return { ...carried, changes };
  }

  #containersOf(
    { set, was }: CarriedChange,
    parent: Assigned | null,
  ): { set: string; was: string | null } | null {
    const suggested = set['in'];
    if (typeof suggested !== 'string' || parent === null || parent.id === null) return null;
    if (parent.id !== suggested && parent.node !== this.#find(suggested)?.node) return null;
    const end = was['in'] ?? null;
    let [before, now]: [string | null, Assigned | null] = [suggested, parent];
    while (before !== end) {
      if (before === null || now === null) return null;
      before = this.#find(before)?.parent ?? null;
      now = now.parent;
    }
    if (now === null) return { set: parent.id, was: null };
    return now.id === null ? null : { set: parent.id, was: now.id };
  }

  #find(id: string): Container | undefined {
    this.#containers ??= new Map(
      this.#lines.flatMap(({ containers }, i) =>
        containers.flatMap((each, depth): [string, Container][] => {
          const node = this.#laid[i]?.containers[depth]?.node;
          const parent = depth === 0 ? null : containers[depth - 1];
          // A container that is not stored cannot be found by an id.
          if (each === null || node === undefined || (depth > 0 && !parent)) return [];
          return [[each, { node, parent: parent ?? null }]];
        }),
      ),
    );
    return this.#containers.get(id);
  }
}
