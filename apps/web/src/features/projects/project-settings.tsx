import { t } from '@lingui/core/macro';
import type { Collaborator, Project } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { archiving, deleting, type Asked } from './asked.ts';
import { EditProjectButton } from './edit-project-button.tsx';
import { useProjectMove } from './use-project-moves.ts';
import classes from './projects.module.css';

const ProjectMoveDialog = onDemand(() => import('./project-move-dialog.tsx'));

type Props = {
  project: Project;
  myId: string;
  /** Collaborators, to whom the ownership can be transferred. */
  people: readonly Collaborator[];
};

/** Settings of a project. For its owners; all others see a hint to ask an owner. */
export function ProjectSettings({ project, myId, people }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const navigate = useNavigate();
  if (!project.rights.archive) {
    return (
      <EmptyState title={t`Owners only`}>
        {t`Only owners can rename, transfer, archive or delete a project. Owners are listed under People.`}
      </EmptyState>
    );
  }
  const others = people.filter(({ user }) => user.id !== myId);
  return (
    <>
      {project.rights.rename ? (
        <>
          <Section title={t`Name and description`} action={<EditProjectButton project={project} />}>
            {t`Change the name and the description of the project.`}
          </Section>
          <Exports project={project} />
          <HandOver people={others} onAsk={setAsked} />
          <Section
            title={t`Archive`}
            action={
              <Button variant="default" onClick={() => setAsked(archiving(project))}>
                {t`Archive…`}
              </Button>
            }
          >
            {t`The project and its documents become read-only. You can restore the project in Archives at any time. An archived project can be moved to the trash.`}
          </Section>
        </>
      ) : (
        <PutAway project={project} onAsk={setAsked} />
      )}
      {asked !== null && (
        <ProjectMoveDialog
          project={project}
          {...asked}
          onClose={() => setAsked(null)}
          onDone={() =>
            asked.move.kind === 'delete' ? void navigate('/archives?tab=projects') : setAsked(null)
          }
        />
      )}
    </>
  );
}

/** Choice of the users who may export documents of a project. */
function Exports({ project }: { project: Project }) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const save = useMutation({
    mutationFn: (exportsAllowed: boolean) =>
      call('updateProject', { params: { id: project.id }, body: { exportsAllowed } }),
    onSuccess: () => store.invalidateQueries({ queryKey: keys.project(project.id) }),
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
  return (
    <Section
      title={t`Export`}
      action={
        <SelectField
          aria-label={t`Users who may export`}
          options={[
            { value: 'readers', label: t`Everyone who can read` },
            { value: 'owners', label: t`Owners only` },
          ]}
          value={project.exportsAllowed ? 'readers' : 'owners'}
          disabled={save.isPending}
          onChange={(event) => save.mutate(event.currentTarget.value === 'readers')}
        />
      }
    >
      {t`Users who may export documents of the project as files. Readers can still copy text.`}
    </Section>
  );
}

/** Actions on an archived project: restore, or move to the trash. */
function PutAway({ project, onAsk }: { project: Project; onAsk: (asked: Asked) => void }) {
  const act = useProjectMove(project);
  return (
    <>
      <Section
        title={t`Restore`}
        action={
          <Button
            variant="default"
            isBusy={act.isPending}
            onClick={() => act.mutate({ kind: 'restore' })}
          >
            {t`Restore`}
          </Button>
        }
      >
        {t`The project and its documents can be edited again.`}
      </Section>
      <Section
        title={t`Delete`}
        action={
          <Button variant="default" onClick={() => onAsk(deleting(project))}>
            {t`Move to trash…`}
          </Button>
        }
      >
        {t`It stays in the trash for some time and is then permanently deleted.`}
      </Section>
    </>
  );
}

function HandOver({
  people,
  onAsk,
}: {
  people: readonly Collaborator[];
  onAsk: (asked: Asked) => void;
}) {
  const [userId, setUserId] = useState('');
  const chosen = people.find(({ user }) => user.id === userId);
  if (people.length === 0) {
    return (
      <Section title={t`Transfer ownership`}>
        {t`Add a person under People first, then transfer the project.`}
      </Section>
    );
  }
  const ask = ({ user }: Collaborator): void =>
    onAsk({
      move: { kind: 'hand_over', userId: user.id },
      title: t`Transfer ownership to ${{ name: user.name }}?`,
      meaning: t`${{ name: user.name }} becomes the owner of the project. You stay an owner until an owner changes your role.`,
      verb: t`Transfer ownership`,
    });
  return (
    <Section
      title={t`Transfer ownership`}
      action={
        <div className="row">
          <SelectField
            aria-label={t`New owner`}
            options={[
              { value: '', label: t`Choose a person` },
              ...people.map(({ user }) => ({ value: user.id, label: user.name })),
            ]}
            value={userId}
            onChange={(event) => setUserId(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={chosen === undefined}
            onClick={() => chosen && ask(chosen)}
          >
            {t`Transfer ownership…`}
          </Button>
        </div>
      }
    >
      {t`Make another person in the project its owner.`}
    </Section>
  );
}

function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={`spread ${classes['section']}`}>
      <div>
        <h2 className="plainHeading">{title}</h2>
        <p className="remark">{children}</p>
      </div>
      {action}
    </section>
  );
}
