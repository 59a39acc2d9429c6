import { readPicture } from './pictures.ts';

/** What a file is, by its bytes. `shown`: browsers may show it, because it can hold nothing that runs. */
export type Kind = {
  readonly type: string;
  readonly shown: boolean;
  readonly width: number | null;
  readonly height: number | null;
};

/** Bytes of a file that are looked at: a photograph's size may stand after half a megabyte of its camera's notes. */
export const headBytes = 1_048_576;

const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

/** What is known by its first bytes and only ever saved. The type tells which program may open it, and a browser not to. */
const saved: readonly { readonly type: string; readonly begins: readonly number[] }[] = [
  { type: 'application/pdf', begins: ascii('%PDF-') },
  { type: 'application/zip', begins: [0x50, 0x4b, 0x03, 0x04] },
  { type: 'application/gzip', begins: [0x1f, 0x8b, 0x08] },
];

/**
 * What a file is, from its first {@link headBytes} bytes; what it was called or said to be has no say. Everything that is not surely
 * a picture of a kind that can hold no script is only saved, SVG and HTML among it. Source: reliability, Security floor, Uploads.
 */
export function kindOf(head: Uint8Array): Kind {
  const picture = readPicture(head);
  if (picture !== null) return { ...picture, shown: true };
  const known = saved.find(({ begins }) => begins.every((byte, at) => head[at] === byte));
  return { type: known?.type ?? 'application/octet-stream', shown: false, width: null, height: null };
}

/** The types that browsers may show. */
export const shownTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
