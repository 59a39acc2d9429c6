import { Button } from '@mantine/core';
import { useOverlay } from '../../ui/commands/CommandsProvider.tsx';

/** Everything of one's own as one archive. */
export function TakeAlong() {
  const { show } = useOverlay();
  return (
    <>
      <p style={{ maxWidth: '36rem', margin: '0 0 1rem', lineHeight: 1.6 }}>
        One archive with a folder for each project you work in, your personal drafts, what is archived and in the trash, and what
        is known of your account. Nothing here changes by it.
      </p>
      <Button variant="default" onClick={() => show({ kind: 'export', what: { kind: 'everything' } })}>
        Export everything…
      </Button>
    </>
  );
}
