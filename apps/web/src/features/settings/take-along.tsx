import { t } from '@lingui/core/macro';
import { Button } from '../../ui/button.tsx';
import { useOverlay } from '../../ui/commands/commands-provider.tsx';

/** Exports all of the user's data as one archive. */
export function TakeAlong() {
  const { show } = useOverlay();
  return (
    <>
      <p style={{ maxWidth: '36rem', marginBlockEnd: '1rem', lineHeight: 1.6 }}>
        {t`One archive with a folder for each of your projects, your personal drafts, archived and deleted documents, and your account data. Nothing is deleted.`}
      </p>
      <Button
        variant="default"
        onClick={() => show({ kind: 'export', what: { kind: 'everything' } })}
      >
        {t`Export everything…`}
      </Button>
    </>
  );
}
