/**
 * An answer as a guest may have it: by what name people sign in is nothing for a stranger with a link. Whatever an answer says of a
 * person goes through here, so that no call can forget it.
 */
export function withoutUsernames(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutUsernames);
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, name === 'username' ? '' : withoutUsernames(value)]),
  );
}
