/** Types of the used parts of pdfmake, which has none of its own. */
declare module 'pdfmake/js/Printer.js' {
  /** A PDF being written, as a Node stream. */
  export type PdfStream = AsyncIterable<Uint8Array> & { end(): void };
  type FontFiles = Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>;
  class Printer {
    constructor(
      fonts: Record<string, FontFiles>,
      files: { existsSync(name: string): boolean; readFileSync(name: string): Uint8Array },
      urls: { resolve(): void; resolved(): Promise<void> },
      localAccess: (path: string) => boolean,
    );
    createPdfKitDocument(definition: object): Promise<PdfStream>;
  }
  const module: typeof Printer | { default: typeof Printer };
  export default module;
}

declare module 'pdfmake/build/vfs_fonts.js' {
  const files: Record<string, string>;
  export default files;
}
