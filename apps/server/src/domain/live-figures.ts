import type { Durations } from '../platform/durations.ts';

/** How it stands with the live channel of this process. `commits`: how long it took until what was typed was on disk, since it began. */
export type LiveNow = { readonly rooms: number; readonly connections: number; readonly commits: Readonly<Durations> };
