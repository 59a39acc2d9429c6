/** Error: a file has the wrong type, is damaged, or is too large. Its message is for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
