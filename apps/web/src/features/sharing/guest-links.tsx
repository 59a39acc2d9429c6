import { plural, t } from '@lingui/core/macro';
import type { GuestLink } from '@longhand/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { dateLocale } from '../../ui/dates.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { NewLink } from './new-link.tsx';
import { useChangeGuestLinks, useGuestLinks } from './use-guest-links.ts';
import classes from './sharing.module.css';

const dayOf = (moment: string): string =>
  new Date(moment).toLocaleDateString(dateLocale, { day: 'numeric', month: 'long' });

/** Links that give people without an account access to a document; for its owners. */
export function GuestLinks({ documentId }: { documentId: string }) {
  const { items, hasMore, isLoadingMore, loadMore } = useGuestLinks(documentId);
  const { make, end } = useChangeGuestLinks(documentId);
  const show = useToast();
  const [made, setMade] = useState<string | null>(null);
  const heading = useId();
  const { isMaking, opener, open, close, cancel } = useMaking();
  const fail = (error: Error): void =>
    show({ title: t`Nothing was changed`, text: sentenceOf(error), isDestructive: true });
  function ended(): void {
    setMade(null);
    // The row with the focused button is unmounted.
    opener.current?.focus();
  }
  return (
    <section className={classes['guests']} aria-labelledby={heading}>
      <h3 id={heading} className="plainHeading">
        {t`Guest links`}
      </h3>
      <p className="soft small">
        {t`Anyone with the link can open this document without an account, using a name they choose.`}
      </p>
      {items.length > 0 && (
        <ul className="rows">
          {items.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              onEnd={() => end.mutateAsync(link.id).then(ended, fail)}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="subtle" onClick={loadMore} isBusy={isLoadingMore}>
          {t`Show more links`}
        </Button>
      )}
      {made !== null && <Made link={made} />}
      {isMaking ? (
        <NewLink
          isSending={make.isPending}
          onCancel={cancel}
          onSend={async (body) => {
            const { link } = await make.mutateAsync(body);
            setMade(link);
            close();
          }}
        />
      ) : (
        <Button ref={opener} variant="default" size="xs" onClick={open}>
          {t`Create link`}
        </Button>
      )}
    </section>
  );
}

/**
 * Opens and closes the form for a new link. After it is cancelled, the button that opened it
 * (`opener`) gets the focus.
 */
function useMaking() {
  const [isMaking, setMaking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isCancelled = useRef(false);
  useEffect(() => {
    if (!isMaking && isCancelled.current) opener.current?.focus();
    isCancelled.current = false;
  }, [isMaking]);
  return {
    isMaking,
    opener,
    open: (): void => setMaking(true),
    close: (): void => setMaking(false),
    cancel(): void {
      isCancelled.current = true;
      setMaking(false);
    },
  };
}

function LinkRow({ link, onEnd }: { link: GuestLink; onEnd: () => Promise<void> }) {
  return (
    <li className={`spread ${classes['link']}`}>
      <p>
        {nameOf(link)}
        <span className="soft small">
          {link.hasPassword ? `${t`With a password`} · ` : ''}
          {t`until ${{ day: dayOf(link.expiresAt) }} · ${{ uses: countOf(link) }}`}
        </span>
      </p>
      <ConfirmButton
        verb={t`Revoke`}
        label={t`Revoke the link: ${{ name: nameOf(link) }}, until ${{ day: dayOf(link.expiresAt) }}`}
        question={t`Revoke this link? Guests lose access immediately. Their text stays.`}
        act={onEnd}
      />
    </li>
  );
}

function countOf({ guestCount }: GuestLink): string {
  if (guestCount === 0) return t`not used yet`;
  return plural(guestCount, { one: 'used by 1 guest', other: 'used by # guests' });
}

function nameOf({ role }: GuestLink): string {
  switch (role) {
    case 'viewer':
      return t`Guests as viewers`;
    case 'reviewer':
      return t`Guests as reviewers`;
    case 'editor':
      return t`Guests as editors`;
  }
}

/** A link that was just created: it is shown only once. */
function Made({ link }: { link: string }) {
  const [said, say] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The form that had the focus is unmounted; the next step is to copy this link.
  useEffect(() => field.current?.focus(), []);
  const copy = (): void => {
    navigator.clipboard.writeText(link).then(
      () => say(t`Copied.`),
      // The browser may refuse; the link can be selected.
      () => say(t`Your browser did not allow copying. Select the link and copy it.`),
    );
  };
  return (
    <div className={`card stack sunken ${classes['made']}`}>
      <TextField
        label={t`New link (shown only once)`}
        ref={field}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button size="sm" onClick={copy}>
        {t`Copy link`}
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}
