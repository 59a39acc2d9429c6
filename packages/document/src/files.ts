/**
 * Second entry point of the package: conversion of files. Separate, because it is large and must
 * not be loaded by browsers.
 */
export { jsonOfDocx, type Imported } from './files/docx-in.ts';
export { docxOf } from './files/docx-out.ts';
export { epubOf, type BookFacts } from './files/epub.ts';
export { isZip, refuseByContent } from './files/kind.ts';
export { pdfOf, type Typeface } from './files/pdf.ts';
export { sizeOf, type Picture, type PictureSource } from './files/picture.ts';
export { zipOf, type FileParts, type NamedFile } from './files/zip.ts';
