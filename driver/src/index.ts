/**
 * Entry point of the driver: the product as a process, its users, and the documents that they have
 * open.
 */
export { browserOptions } from './browser.ts';
export {
  type DatabaseAddress,
  databaseAddress,
  databasePid,
  killDatabase,
  signalDatabase,
} from './database.ts';
export { createExternalDatabase, runAsAdministrator } from './external-database.ts';
export { collabUrl, openOwnClient, openStockClient, socketAs, until } from './live.ts';
export { findRedis, type Redis, startRedis } from './redis.ts';
export { CallRefused, enterAsGuest, password, type Person, signIn, signUp } from './person.ts';
export { operate } from './operate.ts';
export { freePort, type Product, type ProductNetwork, startProduct } from './product.ts';
export { addParagraph, newDoc, textName, wordsOf } from './text.ts';
