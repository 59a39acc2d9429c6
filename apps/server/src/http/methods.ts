import type { Endpoint } from '@longhand/contract';

/** The methods that a path of the table takes, for `Allow`; none where the path is unknown. */
export type Methods = (path: string) => string[];

/** Reads the table once, so that a wrong method (405) can be told from a wrong path (404). HEAD behaves like GET. */
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
