/** The wire protocol: frames, rights and places in a document. Used by browsers and servers. */
export type { Clock } from './clock.ts';
export type { Declaration } from './declaration.ts';
export {
  closeCodes,
  readClientFrame,
  readServerFrame,
  resumeFrame,
  subprotocol,
  syncFrame,
  writeFrame,
} from './frame.ts';
export { isPlace } from './place.ts';
export { refusalReasons, type RefusalReason } from './refused.ts';
export { rootsIn } from './roots.ts';
export type { Right } from './right.ts';
export { chooseSubprotocol, compareVersion } from './version.ts';
