import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Parts of a style sheet that contain no selectors with its own classes. */
const withoutClasses = /\/\*[\s\S]*?\*\/|:global\([^)]*\)|'[^']*'|@import[^;]*;/g;
/** The selectors in front of a block, and a class in them. */
const selectors = /([^{};]*)\{/g;
const className = /\.([A-Za-z][\w-]*)/g;
const sheetImport = /^import (\w+) from '(\.[^']+\.module\.css)';/gm;

/** Returns the classes that a style sheet defines. */
function classesIn(sheet) {
  const text = sheet.replaceAll(withoutClasses, '');
  return new Set(
    [...text.matchAll(selectors)].flatMap(([, before]) =>
      before.trim().startsWith('@') ? [] : [...before.matchAll(className)].map(([, name]) => name),
    ),
  );
}

/** Returns the classes of a sheet that a module uses; null if it computes their names. */
function classesUsed(text, variable) {
  const uses = [...text.matchAll(new RegExp(`\\b${variable}\\[(?:'([\\w-]+)'\\])?`, 'g'))];
  return uses.some(([, name]) => name === undefined) ? null : uses.map(([, name]) => name);
}

/**
 * Compares style sheets with the modules that import them. Returns a sentence for each class that a
 * module uses and its sheet does not define, and for each class that no module uses.
 *
 * @param sources pairs of a path and its text, of style sheets (`*.module.css`) and modules
 */
export function compareStyles(sources) {
  const sheets = new Map(
    sources
      .filter(([file]) => file.endsWith('.module.css'))
      .map(([file, text]) => [file, { defined: classesIn(text), used: new Set() }]),
  );
  const faults = [];
  for (const [file, text] of sources.filter(([path]) => /\.tsx?$/.test(path))) {
    for (const [, variable, path] of text.matchAll(sheetImport)) {
      const sheet = sheets.get(posix.join(dirname(file), path));
      if (sheet === undefined) continue;
      const used = classesUsed(text, variable) ?? [...sheet.defined];
      for (const name of used) {
        sheet.used.add(name);
        if (!sheet.defined.has(name)) faults.push(`${file}: ${path} does not define .${name}`);
      }
    }
  }
  for (const [file, { defined, used }] of sheets)
    for (const name of defined) if (!used.has(name)) faults.push(`${file}: .${name} is not used`);
  return faults;
}

/**
 * Checks the classes of all style sheets: see {@link compareStyles}.
 *
 * @param root folder of the repository
 * @param files paths of all sources
 */
export function findStyleFaults(root, files) {
  return compareStyles(
    files
      .filter((file) => /^apps\/web\/src\/.*(?:\.module\.css|\.tsx?)$/.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
}
