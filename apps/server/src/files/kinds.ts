import { readPicture } from './pictures.ts';

/**
 * Kind of a file according to its bytes. `shown`: browsers may display it, because it cannot
 * contain scripts.
 */
export type FileKind = {
  readonly type: string;
  readonly shown: boolean;
  readonly width: number | null;
  readonly height: number | null;
};

/**
 * Number of bytes that are inspected. A photograph's size may come after half a megabyte of camera
 * metadata.
 */
export const headBytes = 1_048_576;

const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

/**
 * Types detected by their first bytes and offered for download only. The type suggests a program to
 * open the file; browsers must not display it.
 */
const saved: readonly { readonly type: string; readonly begins: readonly number[] }[] = [
  { type: 'application/pdf', begins: ascii('%PDF-') },
  { type: 'application/zip', begins: [0x50, 0x4b, 0x03, 0x04] },
  { type: 'application/gzip', begins: [0x1f, 0x8b, 0x08] },
];

/**
 * Returns the kind of a file from its first {@link headBytes} bytes. Ignores its name and declared
 * type. Everything except pictures of script-free types is for download only, including SVG and
 * HTML.
 */
export function kindOf(head: Uint8Array): FileKind {
  const picture = readPicture(head);
  if (picture !== null) return { ...picture, shown: true };
  const known = saved.find(({ begins }) => begins.every((byte, at) => head[at] === byte));
  return {
    type: known?.type ?? 'application/octet-stream',
    shown: false,
    width: null,
    height: null,
  };
}

/** Types that browsers may display. */
export const shownTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);
