/**
 * Public interface of the embedded PostgreSQL: starts, supervises and finds a real PostgreSQL
 * server that stores its data in a folder of the program.
 */
export { EmbeddedError } from './embedded-error.ts';
export { openEmbedded, type Embedded } from './open.ts';
export { confirmUpgrades } from './confirm.ts';
export { type Connection } from './connection.ts';
export { isAlive } from './processes.ts';
export { type Program } from './program.ts';
export { findRunningServer } from './running.ts';
export { type Upgrade, type UpgradeStep } from './upgrade.ts';
