import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { roles, type AccessRequest, type Role } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { displayTitle } from '../../language/display-title.ts';
import { Button } from '../../ui/button.tsx';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import type { List } from '../../api/use-list.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { roleChoices } from '../../ui/roles.ts';
import { focusableAfter } from '../../ui/focusable.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { useFocusOnRemoval } from '../../ui/use-focus-on-removal.ts';
import classes from './requests.module.css';

/**
 * Pending requests for access to the user's documents and projects. Renders nothing if there are
 * none.
 */
export function WaitingRequests({
  list: { items, hasMore, isLoadingMore, loadMore },
}: {
  list: List<AccessRequest>;
}) {
  if (items.length === 0) return null;
  return (
    <>
      <ul className="stack waiting below" aria-label={t`Access requests`}>
        {items.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </ul>
      {hasMore && (
        <p className="below">
          <Button variant="default" size="xs" isBusy={isLoadingMore} onClick={loadMore}>
            {t`More requests`}
          </Button>
        </p>
      )}
    </>
  );
}

function useDecide({ id: requestId, documentId, projectId }: AccessRequest) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  return useMutation({
    async mutationFn(role: Role | null) {
      const params = { id: documentId ?? projectId ?? '', requestId };
      const isDocument = documentId !== null;
      if (role === null)
        return call(isDocument ? 'declineDocumentRequest' : 'declineProjectRequest', { params });
      return call(isDocument ? 'grantDocumentRequest' : 'grantProjectRequest', {
        params,
        body: { role },
      });
    },
    onSuccess() {
      void store.invalidateQueries({ queryKey: keys.allCollaborators });
      return store.invalidateQueries({ queryKey: keys.inbox });
    },
    onError: (error) =>
      show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true }),
  });
}

function Row({ request }: { request: AccessRequest }) {
  const { person, documentId, projectId, message, at } = request;
  const decide = useDecide(request);
  const [role, setRole] = useState<Role>('viewer');
  const row = useFocusOnRemoval<HTMLLIElement>(focusableAfter);
  function answer(granted: Role | null): void {
    if (!decide.isPending) decide.mutate(granted);
  }
  const name = documentId === null ? request.name : displayTitle(request.name);
  return (
    <li ref={row} className="beside">
      <Avatar name={person.name} color={person.avatarColor} label={null} size={30} />
      <div>
        <p>
          <Trans>
            <strong>{person.name}</strong> ({person.username}) requests access to{' '}
            <Link to={documentId === null ? `/projects/${projectId}` : `/documents/${documentId}`}>
              {name}
            </Link>
          </Trans>{' '}
          <span className="soft small">
            <RelativeTime at={at} />
          </span>
        </p>
        {message !== '' && (
          <p className={`serif ${classes['message']}`} dir="auto">
            {message}
          </p>
        )}
        <div className="row above">
          <select
            className="small"
            aria-label={t`Role for ${{ name: person.name }}`}
            value={role}
            onChange={({ currentTarget }) =>
              setRole((before) => roles.find((each) => each === currentTarget.value) ?? before)
            }
          >
            {roleChoices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Button size="xs" aria-disabled={decide.isPending} onClick={() => answer(role)}>
            {t`Grant access`}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-disabled={decide.isPending}
            onClick={() => answer(null)}
          >
            {t`Decline`}
          </Button>
        </div>
      </div>
    </li>
  );
}
