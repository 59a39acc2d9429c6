/** Makes file names unique (case-insensitive): the second `Notes.md` becomes `Notes (2).md`. */
export function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
    let free = name;
    for (let count = 2; taken.has(free.toLocaleLowerCase('en')); count += 1)
      free = `${stem} (${count})${ending}`;
    taken.add(free.toLocaleLowerCase('en'));
    return free;
  });
}
