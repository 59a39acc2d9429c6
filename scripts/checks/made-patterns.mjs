import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs as a separate process: imports the named sources and prints the regular expressions that
// they create while loading.
const [root, ...files] = process.argv.slice(2);
const made = [];
const Native = globalThis.RegExp;

/** Returns the source location that called the constructor, or null for a call from a library. */
function callerPlace() {
  const [, , , line = ''] = (new Error('place').stack ?? '').split('\n');
  const [, file, row] = /\(?(?:file:\/\/)?([^()\s]+):(\d+):\d+\)?$/.exec(line) ?? [];
  const name = file?.startsWith(`${root}/`) ? file.slice(root.length + 1) : null;
  return name !== null && files.includes(name) ? `${name}:${row}` : null;
}

globalThis.RegExp = new Proxy(Native, {
  construct(target, given, newTarget) {
    const pattern = Reflect.construct(target, given, newTarget);
    const place = callerPlace();
    if (place !== null) made.push({ pattern: pattern.source, flags: pattern.flags, place });
    return pattern;
  },
});
for (const file of files) await import(pathToFileURL(join(root, file)).href);
process.stdout.write(JSON.stringify(made));
process.exit(0);
