/**
 * Removes usernames from a response to a guest: sign-in names are not disclosed to strangers with a
 * link. Applied to every response, so that no route can omit it.
 */
export function withoutUsernames(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutUsernames);
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      name === 'username' ? '' : withoutUsernames(value),
    ]),
  );
}
