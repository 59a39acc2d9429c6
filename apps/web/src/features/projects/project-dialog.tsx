import { t } from '@lingui/core/macro';
import { newProject, type NewProject, type Project } from '@longhand/contract';
import { Dialog } from '../../ui/dialog.tsx';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { useFields } from '../../ui/use-fields.ts';

type Props = {
  /** The project to change; absent for a new one. */
  project?: Project;
  save: (values: NewProject) => Promise<unknown>;
  isSaving: boolean;
  onClose: () => void;
};

/** Form for the name and description of a project, new or existing. */
export default function ProjectDialog({ project, save, isSaving, onClose }: Props) {
  const fields = useFields(newProject, {
    name: project?.name ?? '',
    description: project?.description ?? '',
  });
  const show = useToast();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const values = fields.check();
    if (values === null) return;
    try {
      await save(values);
      onClose();
    } catch (error) {
      fields.refuse(fieldErrorsOf(error));
      show({ title: t`The project was not saved`, text: sentenceOf(error), isDestructive: true });
    }
  }

  return (
    <Dialog title={project ? t`Edit project` : t`New project`} onClose={onClose}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={t`Name`} data-autofocus {...fields.field('name')} />
        <TextArea label={t`Description`} rows={3} {...fields.field('description')} />
        <div className="dialogButtons">
          <Button variant="default" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" isBusy={isSaving}>
            {project ? t`Save` : t`Create project`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
