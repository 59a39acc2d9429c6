import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, traverse } from '@babel/core';

/**
 * Exports of Yjs that sources may use, with the reason. Yjs declares types for all of its members,
 * so this list defines the public ones: what its documentation names, and exports for reading
 * stored data.
 */
export const allowedYjs = new Map([
  ...[
    'AbstractType',
    'Doc',
    'Map',
    'Text',
    'Array',
    'XmlElement',
    'XmlText',
    'UndoManager',
    'Transaction',
    'YEvent',
    'YTextEvent',
  ].map((name) => [name, 'a documented type']),
  ...[
    'applyUpdate',
    'encodeStateAsUpdate',
    'encodeStateVector',
    'mergeUpdates',
    'diffUpdate',
    'decodeStateVector',
    'transact',
  ].map((name) => [name, 'documented: updates']),
  ...[
    'RelativePosition',
    'createRelativePositionFromTypeIndex',
    'createRelativePositionFromJSON',
    'createAbsolutePositionFromRelativePosition',
    'relativePositionToJSON',
    'encodeRelativePosition',
    'decodeRelativePosition',
  ].map((name) => [name, 'documented: relative positions']),
  ...['decodeUpdate', 'parseUpdateMeta', 'encodeStateVectorFromUpdate'].map((name) => [
    name,
    'exported to read updates without a document',
  ]),
  ...[
    'Item',
    'GC',
    'Skip',
    'ID',
    'createID',
    'ContentString',
    'ContentFormat',
    'ContentType',
    'ContentAny',
    'ContentEmbed',
    'ContentBinary',
  ].map((name) => [name, 'exported classes of stored units, as `decodeUpdate` answers them']),
  ...['getTypeChildren', 'getState', 'getItem', 'iterateDeletedStructs'].map((name) => [
    name,
    'exported to read the units of a document, their ids and their deletion',
  ]),
]);

/**
 * Members of Yjs that are declared but not documented. `store` may only be passed as an argument to
 * exported functions.
 */
const hiddenOfYjs = new Set([
  'pendingStructs',
  'pendingDs',
  'integrate',
  'getMissing',
  'markDeleted',
  'redone',
  'searchMarker',
]);

/** Returns the `dist` folders of ProseMirror and TipTap. */
function libraryFolders(root) {
  const modules = join(root, 'node_modules');
  const prosemirror = readdirSync(modules).filter((name) => name.startsWith('prosemirror-'));
  const tiptap = readdirSync(join(modules, '@tiptap')).map((name) => join('@tiptap', name));
  return [...prosemirror, ...tiptap]
    .map((name) => join(modules, name, 'dist'))
    .filter((folder) => existsSync(folder));
}

/** Parses a source without a Babel configuration. */
function parsed(source, file) {
  const plugins = /\.[cm]?ts$/.test(file)
    ? ['typescript']
    : file.endsWith('x')
      ? ['typescript', 'jsx']
      : [];
  return parseSync(source, {
    configFile: false,
    babelrc: false,
    filename: file,
    parserOpts: { plugins },
  });
}

/** Returns the name of a property or a member, or null if it is computed. */
function nameOf({ key, property, computed }) {
  const name = key ?? property;
  if (name?.type === 'StringLiteral') return name.value;
  return name?.type === 'Identifier' && computed !== true ? name.name : null;
}

const declarations =
  'TSPropertySignature|TSMethodSignature|ClassMethod|ClassProperty|ObjectProperty|ObjectMethod|TSDeclareMethod';

/** Returns the names of the members that a source declares, except private ones (`private`). */
function declaredIn(source, file) {
  const names = new Set();
  traverse(parsed(source, file), {
    [declarations]({ node, parent }) {
      const name =
        parent.type === 'ObjectPattern' || node.accessibility === 'private' ? null : nameOf(node);
      if (name !== null) names.add(name);
    },
    TSParameterProperty({ node: { parameter, accessibility } }) {
      if (accessibility !== 'private' && parameter.type === 'Identifier') names.add(parameter.name);
    },
  });
  return names;
}

/** Returns the names of the members in the code of a library. */
function membersIn(source, file) {
  const names = new Set();
  traverse(parsed(source, file), {
    'ClassMethod|ClassProperty'({ node }) {
      const name = nameOf(node);
      if (name !== null) names.add(name);
    },
    AssignmentExpression({ node: { left } }) {
      const name = left.type === 'MemberExpression' ? nameOf(left) : null;
      if (name !== null) names.add(name);
    },
  });
  return names;
}

/**
 * Finds the internals of ProseMirror and TipTap: members in their code that their types do not
 * declare, or declare as private.
 *
 * @param root folder of the repository
 */
export function internalsOf(root) {
  const folders = libraryFolders(root);
  // The oldest supported Node (20) has no `globSync`.
  const filesOf = (folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
  const read = (files, namesOf) =>
    files.flatMap((file) => [...namesOf(readFileSync(file, 'utf8'), file)]);
  const code = folders.map((folder) => join(folder, 'index.js')).filter((file) => existsSync(file));
  const members = read(code, membersIn);
  const types = folders.flatMap(filesOf).filter((file) => file.endsWith('.d.ts'));
  const declared = new Set(read(types, declaredIn));
  return new Set(members.filter((name) => !declared.has(name) && !name.startsWith('_')));
}

/**
 * Finds the places where a source accesses internals of libraries.
 *
 * @param internals those of ProseMirror and TipTap
 * @returns the line and the accessed member for each
 */
export function accessesIn(source, file, internals) {
  const tree = parsed(source, file);
  const accesses = new Accesses(internals, /from 'yjs'/.test(source), aliasesIn(tree));
  traverse(tree, { ...memberVisitor(accesses), ...yjsVisitor(accesses) });
  return accesses.found;
}

/** Returns the bodies of the types that a source declares, by name. */
function aliasesIn(tree) {
  const aliases = new Map();
  traverse(tree, {
    TSTypeAliasDeclaration: ({ node }) => void aliases.set(node.id.name, node.typeAnnotation),
    TSInterfaceDeclaration: ({ node }) => void aliases.set(node.id.name, node.body),
  });
  return aliases;
}

/** The accesses to internals that were found in a source. */
class Accesses {
  found = [];
  #internals;
  #usesYjs;
  #aliases;

  constructor(internals, usesYjs, aliases) {
    this.#internals = internals;
    this.#usesYjs = usesYjs;
    this.#aliases = aliases;
  }

  get usesYjs() {
    return this.#usesYjs;
  }

  add({ loc }, what) {
    this.found.push({ line: loc.start.line, what });
  }

  checkMember(node, name, isEditor) {
    if (name === null) return;
    if (isEditor && this.#internals.has(name)) this.add(node, name);
    if (this.#usesYjs && hiddenOfYjs.has(name)) this.add(node, name);
  }

  /** Checks the members of a type to which a value is cast. */
  checkCast(type, isEditor, seen = new Set()) {
    if (type === undefined || type === null || seen.has(type)) return;
    seen.add(type);
    if (type.type === 'TSTypeReference' && this.#aliases.has(type.typeName.name))
      this.checkCast(this.#aliases.get(type.typeName.name), isEditor, seen);
    for (const part of type.types ?? []) this.checkCast(part, isEditor, seen);
    for (const member of type.members ?? type.body ?? []) {
      const name = nameOf(member);
      if (
        name !== null &&
        ((isEditor && this.#internals.has(name)) || (this.#usesYjs && hiddenOfYjs.has(name)))
      )
        this.add(member, name);
      this.checkCast(member.typeAnnotation?.typeAnnotation, isEditor, seen);
    }
  }

  /** Checks the name of an export of Yjs. */
  checkExport(node, name) {
    if (name !== null && !allowedYjs.has(name)) this.add(node, `Y.${name}`);
  }
}

/** Visits the nodes in which a member of an object can be accessed. */
const memberVisitor = (accesses) => ({
  'MemberExpression|OptionalMemberExpression'({ node, parent }) {
    const name = nameOf(node);
    const isHidden = isCast(node.object) || node.property.type === 'StringLiteral';
    accesses.checkMember(node, name, isHidden && isOfEditor(node.object));
    if (!accesses.usesYjs) return;
    if (node.object.type === 'Identifier' && node.object.name === 'Y')
      accesses.checkExport(node, name);
    const isArgument =
      parent.type === 'CallExpression' &&
      parent.callee.object?.name === 'Y' &&
      parent.arguments.includes(node);
    if (name === 'store' && !isArgument) accesses.add(node, 'store');
  },
  ObjectPattern({ node, parent }) {
    for (const each of node.properties)
      if (each.type === 'ObjectProperty')
        accesses.checkMember(each, nameOf(each), isCast(parent.init) && isOfEditor(parent.init));
  },
  'TSAsExpression|TSTypeAssertion|TSSatisfiesExpression'({ node }) {
    accesses.checkCast(node.typeAnnotation, isOfEditor(node.expression));
  },
  BinaryExpression({ node }) {
    if (node.operator === 'in' && node.left.type === 'StringLiteral')
      accesses.checkMember(
        node,
        node.left.value,
        isOfEditor(node.right) || node.left.value.startsWith('pm'),
      );
  },
  CallExpression({ node: { callee, arguments: given } }) {
    if (callee.object?.name === 'Reflect' && given[1]?.type === 'StringLiteral')
      accesses.checkMember(given[1], given[1].value, isOfEditor(given[0]));
  },
});

/** Visits the nodes in which an export of Yjs is named, besides accesses to members. */
const yjsVisitor = (accesses) => ({
  TSQualifiedName({ node }) {
    if (accesses.usesYjs && node.left.name === 'Y') accesses.checkExport(node, node.right.name);
  },
  ImportDeclaration({ node }) {
    if (node.source.value !== 'yjs') return;
    for (const each of node.specifiers)
      if (each.type === 'ImportSpecifier') accesses.checkExport(each, each.imported.name);
  },
});

function isCast(node) {
  return node?.type === 'TSAsExpression' || node?.type === 'TSTypeAssertion';
}

/**
 * True if an expression is an object of ProseMirror or TipTap, judged by its name or the name of
 * its type. TypeScript refuses access to their internals without a cast; other values may be cast.
 */
function isOfEditor(node) {
  let at = node;
  while (at?.expression !== undefined) at = at.expression;
  const name = at?.name ?? nameOf(at ?? {}) ?? at?.callee?.property?.name ?? '';
  return /(?:view|editor|state|transaction|tr|plugin|schema|selection|decorationSet|decorations|source|extension|fragment|slice|dom)$/i.test(
    name,
  );
}

/**
 * Finds accesses to internals of libraries. Returns a sentence for each: its location and the
 * member.
 */
export function findInternals(root, files) {
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  const texts = sources.map((file) => [readFileSync(join(root, file), 'utf8'), file]);
  const internals = internalsOf(root);
  return texts.flatMap(([text, file]) =>
    accessesIn(text, file, internals).map(
      ({ line, what }) => `${file}:${line} reaches ${what}, an internal of a library`,
    ),
  );
}
