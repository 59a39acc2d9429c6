import { plural, t } from '@lingui/core/macro';
import type { Invitation } from '@longhand/contract';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useRef, useState, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { roleChoices } from '../../ui/roles.ts';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { daysLeft } from './days-left.ts';
import { MadeInvitation } from './made-invitation.tsx';
import { useChangeInvitations, useInvitations } from './use-invitations.ts';
import classes from './invitations.module.css';

const InviteDialog = onDemand(() => import('./invite-dialog.tsx'));

/** An invitation with its link, which only the response to its creation contains. */
type Made = ComponentProps<typeof MadeInvitation>['invitation'];

type Props = {
  projectId: string;
  /** Address to invite, if another component requested it. */
  asked: string | null;
  onAsked: (email: string | null) => void;
};

/** Pending invitations to a project, and the button that invites. For its owners. */
export function Invitations({ projectId, asked, onAsked }: Props) {
  const list = useInvitations(projectId);
  const [made, setMade] = useState<Made | null>(null);
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`readFirst ${classes['section']}`}
      aria-labelledby="invitations"
    >
      <div className={`spread ${classes['head']}`}>
        <h2 id="invitations">{t`Invitations`}</h2>
        <Button variant="default" onClick={() => onAsked('')}>
          {t`Invite people`}
        </Button>
      </div>
      {list.isPending && <RowSkeletons count={1} />}
      {list.error !== null && list.items.length === 0 && (
        <Unreadable what={t`The invitations`} sentence={sentenceOf(list.error)} />
      )}
      {!list.isPending && list.error === null && list.items.length === 0 && (
        <p className="soft">{t`No pending invitations. Invite people by email or with a link.`}</p>
      )}
      <ul className={`rows ${classes['list']}`} aria-label={t`Pending invitations`}>
        {list.items.map((invitation) => (
          <Row
            key={invitation.id}
            projectId={projectId}
            invitation={invitation}
            onRevoked={() => section.current?.focus()}
            onRenewed={setMade}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more invitations`}
        </Button>
      )}
      {made !== null && <MadeInvitation invitation={made} onClose={() => setMade(null)} />}
      {asked !== null && (
        <InviteDialog projectId={projectId} email={asked} onClose={() => onAsked(null)} />
      )}
    </section>
  );
}

type RowProps = {
  projectId: string;
  invitation: Invitation;
  onRevoked: () => void;
  onRenewed: (made: Made) => void;
};

function Row({
  projectId,
  invitation: { id, role, email, uses, expiresAt, createdBy },
  onRevoked,
  onRenewed,
}: RowProps) {
  const { revoke, renew } = useChangeInvitations(projectId);
  const show = useToast();
  const whom = email ?? t`Anyone with the link`;
  const Icon = email === null ? IconLink : IconMail;
  const came =
    email !== null ? null : plural(uses, { one: 'used by 1 person', other: 'used by # people' });
  const onError = (error: unknown): void =>
    show({
      title: t`The invitation was not changed`,
      text: sentenceOf(error),
      isDestructive: true,
    });
  const act = (): Promise<void> => revoke.mutateAsync(id).then(onRevoked, onError);
  return (
    <li className="beside soft">
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <p className={`ink medium wraps ${classes['whom']}`}>{whom}</p>
        <p className="small wraps">
          {roleChoices.find(({ value }) => value === role)?.label} ·{' '}
          {daysLeft(expiresAt, Date.now())}
          {came !== null && ` · ${came}`} {t`· by ${{ name: createdBy.name }}`}
        </p>
      </div>
      <Button
        size="xs"
        variant="subtle"
        aria-label={t`New link for ${whom}`}
        title={t`The old link stops working`}
        isBusy={renew.isPending}
        onClick={() =>
          renew.mutateAsync({ id, role, ...(email !== null && { email }) }).then(onRenewed, onError)
        }
      >
        {t`New link`}
      </Button>
      <ConfirmButton
        verb={t`Revoke`}
        label={t`Revoke the invitation for ${whom}`}
        question={t`The link stops working. People who already joined keep access.`}
        act={act}
      />
    </li>
  );
}
