/** A file that is not what it should be, or too large to be read. Its message is for the person. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
