import type { ReactNode } from 'react';
import { useUser } from '../session/require-user.tsx';
import { afterwards } from '../ui/on-demand.tsx';

const AddFactorFirst = afterwards(() => import('../features/factors/add-factor-first.tsx'));

/** Renders its children once the user has a second factor, if required; before that, its page. */
export function FactorFirst({ children }: { children: ReactNode }) {
  return useUser().mustAddFactor ? <AddFactorFirst /> : children;
}
