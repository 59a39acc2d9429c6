import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { useToast } from '../../ui/toast-provider.tsx';

/** Creates a tutorial project and navigates to it. */
export function SampleButton() {
  const call = useCall();
  const store = useQueryClient();
  const navigate = useNavigate();
  const show = useToast();
  const make = useMutation({
    mutationFn: () => call('createSampleProject', {}),
    onSuccess({ projectId }) {
      void store.invalidateQueries({ queryKey: keys.projects });
      void store.invalidateQueries({ queryKey: keys.documents });
      void navigate(`/projects/${projectId}`);
    },
    onError: (error) =>
      show({ title: t`The project was not created`, text: sentenceOf(error), isDestructive: true }),
  });
  return (
    <Button
      variant="default"
      isBusy={make.isPending || make.isSuccess}
      onClick={() => make.mutate()}
    >
      {t`Create sample project`}
    </Button>
  );
}
