import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { countFor } from './use-branch-size.ts';

/** Documents that are about to be archived or deleted with what is inside them. */
export type PuttingAway = {
  readonly documents: readonly Document[];
  readonly action: 'archive' | 'delete';
};

/**
 * Returns the function that archives or deletes documents: immediately, or, if documents inside go
 * along, after a dialog that says so.
 *
 * @param act performs the action
 */
export function usePutAway(act: (given: PuttingAway) => void) {
  const call = useCall();
  const show = useToast();
  const [asked, setAsked] = useState<PuttingAway | null>(null);

  async function takesAlong({ documents, action }: PuttingAway): Promise<boolean> {
    const [first] = documents;
    if (documents.length !== 1 || first === undefined)
      return documents.some(({ childCount }) => childCount > 0);
    return countFor(action, await call('getBranchSize', { params: { id: first.id } })) > 0;
  }

  return {
    /** Documents of the open dialog. */
    asked,
    put(given: PuttingAway): void {
      takesAlong(given)
        .then((isAsked) => (isAsked ? setAsked(given) : act(given)))
        .catch((error: unknown) =>
          show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
        );
    },
    confirm(): void {
      if (asked !== null) act(asked);
      setAsked(null);
    },
    cancel: () => setAsked(null),
  };
}
