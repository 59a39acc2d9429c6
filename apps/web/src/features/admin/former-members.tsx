import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { FormerMember } from '@longhand/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { AdminList } from './admin-list.tsx';
import { ProofDialog } from './proof-form.tsx';

const listKey = keys.admin('former-members');

/** Returns where the text of a former member is. */
function extentOf({ documents, comments }: FormerMember): string {
  const inDocuments = plural(documents, { one: '# document', other: '# documents' });
  const inComments = plural(comments, { one: '# comment', other: '# comments' });
  return t`${inDocuments} and ${inComments}`;
}

/** Deleted accounts whose text is still there. Nothing is shown if there are none. */
export function FormerMembers() {
  const [chosen, setChosen] = useState<FormerMember | null>(null);
  const list = useList(listKey, (call, cursor, signal) =>
    call('listFormerMembers', { query: cursor }, signal),
  );
  if (list.items.length === 0) return null;
  return (
    <section aria-labelledby="former-members" style={{ marginBlockStart: '2rem' }}>
      <h2 id="former-members">{t`Former members`}</h2>
      <AdminList
        list={list}
        what={t`Former members`}
        empty=""
        keyOf={({ id }) => id}
        row={(member) => <Row member={member} onRemove={() => setChosen(member)} />}
      />
      {chosen !== null && <RemoveText member={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

function Row({ member, onRemove }: { member: FormerMember; onRemove: () => void }) {
  const { id, deletedAt, heldDocuments } = member;
  return (
    <>
      <div>
        <strong className="firm">{extentOf(member)}</strong>
        <p>
          <Trans>
            Account deleted <RelativeTime at={deletedAt} />
          </Trans>{' '}
          {t`· id ${{ userId: id }}`}
        </p>
        {heldDocuments > 0 && (
          <p>
            {plural(heldDocuments, {
              one: '# document is on legal hold, so the text has to stay.',
              other: '# documents are on legal hold, so the text has to stay.',
            })}
          </p>
        )}
      </div>
      <Button
        size="xs"
        variant="subtle"
        disabled={heldDocuments > 0}
        aria-label={t`Remove text: ${id}`}
        onClick={onRemove}
      >
        {t`Remove text…`}
      </Button>
    </>
  );
}

function RemoveText({ member, onClose }: { member: FormerMember; onClose: () => void }) {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();

  async function remove(currentPassword: string): Promise<void> {
    await call('eraseFormerMember', { params: { id: member.id }, body: { currentPassword } });
    const changed = [listKey, keys.admin('erasures')];
    await Promise.all(changed.map((queryKey) => store.invalidateQueries({ queryKey })));
    show({ title: t`The text is removed`, text: t`Documents are changed in the background.` });
  }

  return (
    <ProofDialog
      title={t`Remove the text of a former member`}
      button={t`Remove the text`}
      variant="danger"
      act={remove}
      onClose={onClose}
    >
      <p>
        {t`The text of this person is removed: from ${{ words: extentOf(member) }}. Versions of these documents are rewritten without it. This cannot be undone.`}
      </p>
      <p>
        {t`Also removed are titles and tags that only this person gave, and the names of uploaded files. Names of projects and versions, and text that others have copied elsewhere, stay.`}
      </p>
    </ProofDialog>
  );
}
