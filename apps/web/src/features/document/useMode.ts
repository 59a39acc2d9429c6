import type { Right } from '@longhand/sync';
import { useState } from 'react';
import { modesFor, type Mode } from './modes.ts';

/** The mode of an open document: the one chosen here, as long as the person's right allows it. */
export function useMode(right: Right): { mode: Mode; allowed: readonly Mode[]; setMode: (mode: Mode) => void } {
  const [chosen, setMode] = useState<Mode | null>(null);
  const allowed = modesFor(right);
  const mode = chosen !== null && allowed.includes(chosen) ? chosen : (allowed[0] ?? 'viewing');
  return { mode, allowed, setMode };
}
