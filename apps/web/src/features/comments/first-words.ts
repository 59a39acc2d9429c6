/** Shortens a comment for places that cannot show it whole. */
export function firstWords(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60).trimEnd().toWellFormed()}…` : line;
}
