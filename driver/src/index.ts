/**
 * Entry point of the driver: the product as a process, its users, and the documents that they have
 * open.
 */
export * from './browser.ts';
export * from './database.ts';
export * from './live.ts';
export * from './person.ts';
export * from './product.ts';
export * from './text.ts';
