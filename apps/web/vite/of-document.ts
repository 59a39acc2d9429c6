import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { routes } from '../src/app/routes.ts';
import { sourcesOfPage } from './app-pages.ts';
import { entryModule } from './build-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths of the modules of a document's page: the entry of all pages, its layouts, and itself. */
const entries = [
  entryModule,
  ...routes.filter(({ page }) => page === 'document').flatMap(sourcesOfPage),
].map((path) => `${root}${path}`);

const anyIcon = /\/@tabler\/icons-react\//;
const allIcons = /\/@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs$/;
const iconFile = /\/@tabler\/icons-react\/dist\/esm\/icons\/(Icon\w+)\.mjs$/;
const iconName = /\bIcon[A-Z]\w*/g;

type Group = Rolldown.CodeSplittingGroup & { readonly name: string; readonly priority: number };

/**
 * Divides a group of chunks: the modules that the page of a document loads at once, and then all
 * others, named `${name}-more`. Otherwise a document would wait for modules that only other pages
 * share.
 */
export function inTwoParts(group: Group): readonly Rolldown.CodeSplittingGroup[] {
  // Rolldown has all modules when it calls the function, and its graph does not change then.
  let isFirst: ((id: string) => boolean) | undefined;
  return [
    {
      ...group,
      debugName: group.name,
      name: (id, context) => {
        isFirst ??= loadedAtOnce(context);
        return isFirst(id) ? group.name : null;
      },
    },
    { ...group, name: `${group.name}-more`, priority: group.priority - 0.01 },
  ];
}

/**
 * Returns a function that tells whether the page of a document imports a module statically. All
 * icons are exported by one module: those that the page uses are found by their names.
 */
function loadedAtOnce(context: Rolldown.ChunkingContext): (id: string) => boolean {
  const found = new Set(entries);
  const icons = new Set<string>();
  for (const id of found) {
    if (allIcons.test(id)) continue;
    const info = context.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) found.add(imported);
    for (const [name] of info?.code?.matchAll(iconName) ?? []) icons.add(name);
  }
  return (id) => {
    const icon = iconFile.exec(id)?.[1];
    return icon === undefined ? found.has(id) || anyIcon.test(id) : icons.has(icon);
  };
}
