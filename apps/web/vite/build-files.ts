import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Files of a build of the application. URLs begin with `/assets/`. */
export type BuildFiles = {
  /** URL of the module that renders pages. */
  readonly entry: string;
  /** URLs of the style sheets. */
  readonly styles: readonly string[];
  /** URLs of the scripts with translations, and of other files. */
  readonly assets: readonly string[];
  /**
   * Returns the URLs of a module and of all modules that it imports statically.
   *
   * @param source path of the module within the workspace, such as `src/pages/auth.tsx`
   * @throws if the build has no chunk for it
   */
  readonly modulesOf: (source: string) => readonly string[];
};

/** Path of the module that renders pages, within the workspace. */
export const entryModule = 'src/main.tsx';

/** Reads the files of a build. */
export function filesOf(bundle: Rolldown.OutputBundle): BuildFiles {
  const outputs = Object.values(bundle);
  const chunks = new Map(
    outputs.flatMap((output) => (output.type === 'chunk' ? [[output.fileName, output]] : [])),
  );
  function addWithImports(fileName: string, found: Set<string>): void {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const name of chunks.get(fileName)?.imports ?? []) addWithImports(name, found);
  }
  function modulesOf(source: string): readonly string[] {
    const chunk = [...chunks.values()].find(
      ({ facadeModuleId }) => facadeModuleId === `${root}${source}`,
    );
    if (chunk === undefined) throw new Error(`The build has no chunk for ${source}.`);
    const found = new Set<string>();
    addWithImports(chunk.fileName, found);
    return [...found].map((name) => `/${name}`);
  }
  const assets = outputs.flatMap(({ type, fileName }) =>
    type === 'asset' ? [`/${fileName}`] : [],
  );
  return {
    entry: modulesOf(entryModule)[0] ?? '',
    styles: assets.filter((name) => name.endsWith('.css')),
    assets,
    modulesOf,
  };
}
