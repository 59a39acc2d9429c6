/**
 * Second entry point of the package: conversion of files. Separate, because it is large and must
 * not be loaded by browsers.
 */
export { jsonOfDocx } from './docx/read.ts';
export { docxOf } from './docx/write.ts';
export { epubOf } from './epub/write.ts';
export { pdfOf } from './pdf/write.ts';
export { type Picture } from './picture.ts';
export { zipOf, type FileParts } from './zip.ts';
