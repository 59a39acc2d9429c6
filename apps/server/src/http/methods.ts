import type { Endpoint } from '@longhand/contract';

/** Returns the methods of a path for `Allow`; an empty array if the path is unknown. */
export type Methods = (path: string) => string[];

/**
 * Creates {@link Methods} from the table of endpoints, to distinguish a wrong method (405) from a
 * wrong path (404). HEAD behaves like GET.
 */
export function createMethods(table: Readonly<Record<string, Endpoint>>): Methods {
  const rows = Object.values(table).map(({ method, path }) => ({
    method,
    matches: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (path) => {
    const methods = rows.filter(({ matches }) => matches.test(path)).map(({ method }) => method);
    return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  };
}
