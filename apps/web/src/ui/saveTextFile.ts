import { saveFile } from './saveFile.ts';

/** Gives the person `text` as a file of their own, through the browser's download. */
export function saveTextFile(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}
