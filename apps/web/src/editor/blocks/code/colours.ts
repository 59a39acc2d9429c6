import { createLowlight } from 'lowlight';
import type { Language } from './languages.ts';

/** A highlighted range: offsets from the start of the code (characters), and its CSS classes. */
export type Coloured = { readonly from: number; readonly to: number; readonly classes: string };

const lowlight = createLowlight();

/** Loads the grammar of a language. */
export async function learn({ id, load }: Language): Promise<void> {
  if (!lowlight.registered(id)) lowlight.register(id, (await load()).default);
}

/** Returns the highlighted ranges of `code`. The grammar of `language` must be loaded. */
export function coloursOf(code: string, language: string): Coloured[] {
  const found: Coloured[] = [];
  let at = 0;
  const look = (nodes: readonly Part[], classes: readonly string[]): void => {
    for (const node of nodes) {
      if (node.type === 'text') {
        const to = at + (node.value ?? '').length;
        if (classes.length > 0 && to > at) found.push({ from: at, to, classes: classes.join(' ') });
        at = to;
      } else look(node.children ?? [], [...classes, ...namesOf(node)]);
    }
  };
  look(lowlight.highlight(language, code).children as readonly Part[], []);
  return found;
}

type Part = {
  type: string;
  value?: string;
  children?: readonly Part[];
  properties?: { className?: unknown };
};

const namesOf = ({ properties }: Part): string[] =>
  Array.isArray(properties?.className) ? properties.className.map(String) : [];
