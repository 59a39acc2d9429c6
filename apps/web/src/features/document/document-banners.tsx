import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import type { NotSavedCode } from '@longhand/sync/client';
import type { Right } from '@longhand/sync/protocol';
import { extractText } from '../../device/outbox/extract-text.ts';
import { displayTitle } from '../../language/display-title.ts';
import { saveTextFile } from '../../ui/save-text-file.ts';
import { Banner } from './banner.tsx';
import { notSavedReason } from './not-saved-reason.ts';
import type { LiveText } from './use-live-text.ts';
import type { Title } from './use-title.ts';
import { roleInSentence } from '../../ui/roles.ts';

type Props = { document: Document; live: LiveText; title: Title; right: Right };

/**
 * Banners above the text: why the document is read-only, and what happened to changes that were not
 * stored.
 */
export function DocumentBanners({ document, live, title, right }: Props) {
  return (
    <>
      {right !== 'write' && <Banner>{whyNot(document, right)}</Banner>}
      <RevertedChangeBanner document={document} live={live} />
      <NotSavedBanner document={document} live={live} title={title} right={right} />
    </>
  );
}

function whyNot(document: Document, right: Right): string {
  if (document.archivedAt !== null) return t`Archived, read-only. Editors can restore it.`;
  if (document.lockedAt !== null)
    return t`Locked for editing. Comments are still possible. Editors can unlock it.`;
  if (right === 'suggest') return t`You are a reviewer. Your edits are saved as suggestions.`;
  return t`You are a ${{ role: roleInSentence(document.role) }}. You can read this document. Its owners can give you edit access.`;
}

/**
 * Notifies the user that a reviewer's change was undone because another user was writing there at
 * that moment.
 */
function RevertedChangeBanner({ document, live }: Pick<Props, 'document' | 'live'>) {
  const { revertedChange, dismissRevertedChange } = live;
  if (revertedChange === null) return null;
  const { reason, text } = revertedChange;
  return (
    <Banner
      isFault
      actions={
        <>
          {text !== '' && (
            <button
              type="button"
              onClick={() =>
                saveTextFile(
                  t`${{ title: displayTitle(document.title) }}, undone change.txt`,
                  `${text}\n`,
                )
              }
            >
              {t`Download a copy`}
            </button>
          )}
          <button type="button" onClick={dismissRevertedChange}>
            {t`Close`}
          </button>
        </>
      }
    >
      {t`Your last change was undone: ${reason}. The text of others and your earlier text are unchanged.`}
      {text === '' ? '' : ` ${t`You can download the text that you typed.`}`}
    </Banner>
  );
}

function NotSavedBanner({ document, live, title, right }: Props) {
  const [text, heading] = [live.state.trouble, title.mark];
  const mark = text?.kind === 'not_saved' ? text : heading;
  if (mark.kind !== 'not_saved') return null;
  // Text whose base is lost cannot be sent, even by a user who may write.
  const mayDiscard = right !== 'write' || mark.code === ('lost_base' satisfies NotSavedCode);
  const name = displayTitle(document.title);
  const save = (): void =>
    saveTextFile(
      t`${name}, not saved.txt`,
      `${title.value}\n\n${extractText(live.link.pendingUpdates())}\n`,
    );
  const discard = async (): Promise<void> => {
    await title.discard();
    if (text?.kind === 'not_saved') await live.startAnew();
  };
  return (
    <Banner
      isFault
      actions={
        <>
          <button type="button" onClick={save}>
            {t`Download a copy`}
          </button>
          {mayDiscard && (
            <button type="button" onClick={() => void discard()}>
              {t`Discard`}
            </button>
          )}
        </>
      }
    >
      {t`Some of your last changes are not saved: ${{ reason: notSavedReason(mark) }}`}
    </Banner>
  );
}
