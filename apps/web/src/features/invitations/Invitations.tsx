import type { Invitation } from '@longhand/contract';
import { Button } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/Empty.tsx';
import { onDemand } from '../../ui/onDemand.tsx';
import { roleChoices } from '../../ui/roles.ts';
import { RowShapes } from '../../ui/Shapes.tsx';
import { SureButton } from '../../ui/SureButton.tsx';
import { useToast } from '../../ui/ToastProvider.tsx';
import { daysLeft } from './daysLeft.ts';
import { useChangeInvitations, useInvitations } from './useInvitations.ts';
import classes from './Invitations.module.css';

const InviteDialog = onDemand(() => import('./InviteDialog.tsx'));

/** Who was invited to a project and has not come yet, and the way to invite. For its owners. */
export function Invitations({ projectId }: { projectId: string }) {
  const list = useInvitations(projectId);
  const [isInviting, setInviting] = useState(false);
  const place = useRef<HTMLElement>(null);
  return (
    <section ref={place} tabIndex={-1} className={classes['place']} aria-labelledby="invitations">
      <div className={classes['head']}>
        <h2 id="invitations">Invitations</h2>
        <Button variant="default" onClick={() => setInviting(true)}>
          Invite people
        </Button>
      </div>
      {list.isPending && <RowShapes count={1} />}
      {list.error !== null && list.items.length === 0 && <Unreadable what="The invitations" sentence={sentenceOf(list.error)} />}
      {!list.isPending && list.error === null && list.items.length === 0 && (
        <p className={classes['none']}>None is open. Who has no account yet can be invited by mail or by a link.</p>
      )}
      <ul className={classes['list']} aria-label="Open invitations">
        {list.items.map((invitation) => (
          <Row key={invitation.id} projectId={projectId} invitation={invitation} onTakenBack={() => place.current?.focus()} />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} loading={list.isLoadingMore}>
          Show more invitations
        </Button>
      )}
      {isInviting && <InviteDialog projectId={projectId} onClose={() => setInviting(false)} />}
    </section>
  );
}

type RowProps = { projectId: string; invitation: Invitation; onTakenBack: () => void };

function Row({ projectId, invitation: { id, role, email, uses, expiresAt, createdBy }, onTakenBack }: RowProps) {
  const { takeBack } = useChangeInvitations(projectId);
  const show = useToast();
  const whom = email ?? 'Anyone with the link';
  const Icon = email === null ? IconLink : IconMail;
  const came = email !== null ? null : uses === 1 ? '1 person came by it' : `${uses} people came by it`;
  const act = (): Promise<void> =>
    takeBack
      .mutateAsync(id)
      .then(onTakenBack, (error: unknown) =>
        show({ title: 'Nothing was changed', text: sentenceOf(error), isDestructive: true }),
      );
  return (
    <li>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <p className={classes['whom']}>{whom}</p>
        <p>
          {roleChoices.find(({ value }) => value === role)?.label} · {daysLeft(expiresAt, Date.now())}
          {came !== null && ` · ${came}`} · by {createdBy.name}
        </p>
      </div>
      <SureButton
        verb="Take back"
        label={`Take back the invitation for ${whom}`}
        question="Whoever has this invitation can then no longer come by it. Who has come already stays."
        act={act}
      />
    </li>
  );
}
