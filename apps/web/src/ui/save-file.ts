import { withoutIsolates } from '@longhand/contract';

/** Saves bytes as a file through the browser's download. */
export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = withoutIsolates(name);
  link.click();
  // Some browsers start reading only after this task; one minute is more than any needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
