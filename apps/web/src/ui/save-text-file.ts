import { saveFile } from './save-file.ts';

/** Saves `text` as a file through the browser's download. */
export function saveTextFile(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}
