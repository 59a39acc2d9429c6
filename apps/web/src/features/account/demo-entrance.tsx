import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useDemo } from '../../session/entering.ts';

/**
 * Button that opens a demo workspace of the visitor's own for a day; not rendered if the server has
 * no demo.
 */
export function DemoEntrance({ size = 'sm' }: { size?: 'sm' | 'md' }) {
  const call = useCall();
  const { data: settings } = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call('getSettings', {}, signal),
  });
  const demo = useDemo();
  if (settings?.demo === false) return null;
  return (
    <Button
      variant="default"
      size={size}
      onClick={() => demo.mutate()}
      disabled={demo.isPending || demo.isSuccess}
    >
      {demo.isPending || demo.isSuccess ? t`Preparing the demo…` : t`Try the demo`}
    </Button>
  );
}
