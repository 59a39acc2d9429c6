import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useRules } from '../../api/use-rules.ts';
import { useUser } from '../../session/require-user.tsx';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const NewProjectDialog = onDemand(() => import('./new-project-dialog.tsx'));

/**
 * Opens the dialog that creates a project and navigates to it. Renders nothing if the rules of the
 * server do not allow it.
 */
export function NewProjectButton({ variant = 'filled' }: { variant?: 'filled' | 'default' }) {
  const { isAdmin } = useUser();
  const { projectCreators } = useRules();
  const [isOpen, setOpen] = useState(false);
  if (projectCreators === 'administrators' && !isAdmin) return null;
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {t`New project`}
      </Button>
      {isOpen && <NewProjectDialog onClose={() => setOpen(false)} />}
    </>
  );
}
