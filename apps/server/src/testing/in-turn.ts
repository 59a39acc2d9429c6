/**
 * Makes a result of each input, one after the other.
 *
 * @returns a tuple of as many results
 */
export async function inTurn<const Inputs extends readonly unknown[], Result>(
  inputs: Inputs,
  make: (input: Inputs[number]) => Promise<Result>,
): Promise<{ -readonly [At in keyof Inputs]: Result }> {
  const made: Result[] = [];
  for (const input of inputs) made.push(await make(input));
  return made as { -readonly [At in keyof Inputs]: Result };
}
