/** Gives the person these bytes as a file of their own, through the browser's download. */
export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after this task; a minute is more than any needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
