/**
 * Babel configuration that reduces a TypeScript file to its import and export sources, types
 * included. dependency-cruiser cannot read TypeScript by itself here: TypeScript 7 has no API for
 * programs. Removing the types, as transpilers do, would hide type imports, and with them half of
 * the cycles.
 */
export default {
  babelrc: false,
  configFile: false,
  sourceType: 'module',
  comments: false,
  plugins: [keepImports],
};

function keepImports({ types }) {
  const importOf = (specifier) => types.importDeclaration([], types.stringLiteral(specifier));
  const sources = {
    ImportDeclaration: (node) => node.source,
    ExportNamedDeclaration: (node) => node.source,
    ExportAllDeclaration: (node) => node.source,
    ImportExpression: (node) => node.source,
    CallExpression: (node) => (node.callee.type === 'Import' ? node.arguments[0] : null),
    TSImportType: (node) => node.argument ?? node.source,
    TSExternalModuleReference: (node) => node.expression,
  };
  return {
    // Set here and not in the configuration: dependency-cruiser reads that once and not per file.
    manipulateOptions({ filename }, parserOptions) {
      parserOptions.plugins = filename.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'];
    },
    visitor: {
      Program(program) {
        const found = new Set();
        program.traverse({
          enter({ node }) {
            const source = sources[node.type]?.(node);
            if (source?.type === 'StringLiteral') found.add(source.value);
          },
        });
        program.node.body = [...found].map(importOf);
        program.skip();
      },
    },
  };
}
