import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const glossary = 'docs/glossary.md';
const row = /^\| \*\*(.+?)\*\* +\| (.+?) +\|$/gm;
const exported = /^export (?:declare )?(?:abstract )?(?:type|interface|class) (\w+)/gm;

/** Returns the terms of the glossary with their definitions, in its order. */
function rowsOf(text) {
  return [...text.matchAll(row)].map(([, terms, meaning]) => ({
    terms: terms.split(', '),
    meaning,
  }));
}

/** Returns the name of a type for a term: `access token` becomes `AccessToken`. */
function typeName(term) {
  return term
    .split(/[ -]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the modules that export a type of each name. */
function exportersByName(modules) {
  const exporters = new Map();
  for (const [file, text] of modules)
    for (const [, name] of text.matchAll(exported))
      exporters.set(name, [...(exporters.get(name) ?? []), file]);
  return exporters;
}

/** Returns a sentence for each term that is listed twice or out of order. */
function findOrderFaults(rows) {
  const first = rows.map(({ terms }) => terms[0]);
  const late = first.filter((term, i) => i > 0 && first[i - 1].localeCompare(term, 'en') > 0);
  const all = rows.flatMap(({ terms }) => terms);
  const twice = all.filter((term, i) => all.indexOf(term) < i);
  return [
    ...late.map((term) => `${glossary}: “${term}” is out of order`),
    ...twice.map((term) => `${glossary}: “${term}” is listed twice`),
  ];
}

/**
 * Checks that each term of the glossary has one meaning. Returns a sentence for each term that is
 * out of order, listed twice, or defined for a second subject (`… Of mail: …`), and for each
 * type that has the name of a term and is exported by several modules.
 *
 * @param text content of `docs/glossary.md`
 * @param modules pairs of a path and its text
 */
export function compareTerms(text, modules) {
  const rows = rowsOf(text);
  if (rows.length === 0) return [`${glossary}: no terms were found`];
  const exporters = exportersByName(modules);
  const double = rows
    .filter(({ meaning }) => /[.;] of [^.;:]+:/i.test(meaning))
    .map(({ terms }) => `${glossary}: “${terms[0]}” has two meanings`);
  const shared = rows
    .flatMap(({ terms }) => terms.map(typeName))
    .map((name) => ({ name, files: exporters.get(name) ?? [] }))
    .filter(({ files }) => files.length > 1)
    .map(({ name, files }) => `${name} is a term of the glossary: exported by ${files.join(', ')}`);
  return [...findOrderFaults(rows), ...double, ...shared];
}

/**
 * Checks the glossary against all modules: see {@link compareTerms}.
 *
 * @param root folder of the repository
 * @param files paths of all sources
 */
export function findGlossaryFaults(root, files) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const modules = files.filter((file) => /(?<!\.d)\.tsx?$/.test(file));
  return compareTerms(
    read(glossary),
    modules.map((file) => [file, read(file)]),
  );
}
