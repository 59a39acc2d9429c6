import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { keys } from '../../api/keys.ts';
import { useDemo } from '../../session/entering.ts';

/** Looking around in one press, in a workspace of one's own for a day; not there where the server has no demo. */
export function DemoEntrance({ size = 'sm' }: { size?: 'sm' | 'md' }) {
  const call = useCall();
  const { data: settings } = useQuery({ queryKey: keys.settings, queryFn: ({ signal }) => call('getSettings', {}, signal) });
  const demo = useDemo();
  if (settings?.demo === false) return null;
  return (
    <Button variant="default" size={size} onClick={() => demo.mutate()} loading={demo.isPending || demo.isSuccess}>
      Try the demo
    </Button>
  );
}
