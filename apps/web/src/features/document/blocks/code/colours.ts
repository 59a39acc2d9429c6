import { createLowlight } from 'lowlight';
import type { Language } from './languages.ts';

/** A stretch of code in one colour: letters counted from the beginning of the code, and the classes that say what it is. */
export type Coloured = { readonly from: number; readonly to: number; readonly classes: string };

const lowlight = createLowlight();

/** Gets a language's grammar. */
export async function learn({ id, load }: Language): Promise<void> {
  if (!lowlight.registered(id)) lowlight.register(id, (await load()).default);
}

/** What the letters of `code` are, in a language that has been learnt. */
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

type Part = { type: string; value?: string; children?: readonly Part[]; properties?: { className?: unknown } };

const namesOf = ({ properties }: Part): string[] =>
  Array.isArray(properties?.className) ? properties.className.map(String) : [];
