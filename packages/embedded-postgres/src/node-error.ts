/** True if an error is an operating system error from Node, with a `code` such as `ENOENT`. */
export function isNodeError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
