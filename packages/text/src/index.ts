/**
 * Public interface of the text package: a document as one flat sequence of units, its editor
 * document, and its suggestions.
 */
export { carries, catchingUp, changeBy, rebased, selecting, shows, suggesting } from './binding.ts';
export { type Decision, type Verdict } from './deciding.ts';
export { eraseFrom, type Erased } from './erasing.ts';
export { Grammar } from './grammar.ts';
export { newClient, type IdRange } from './ids.ts';
export { type View } from './blocks.ts';
export { joinIntoContainer } from './joining.ts';
export { Reading, rootsOf } from './reading.ts';
export { type RenderedBlock, type Rendering } from './rendering.ts';
export { Replica } from './replica.ts';
export { type WriteMode } from './unit-writer.ts';
export { changeStored, openSuggestions, renderingOf, runsOf } from './stored.ts';
