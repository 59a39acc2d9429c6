import { guestRole, limits, newGuestLink, type GuestLink } from '@longhand/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { fieldErrorsOf, sentenceOf } from '../../api/failure.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { roleChoices } from '../../ui/roles.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useWrong } from '../../ui/use-fields.ts';
import '../../ui/field.css';
import { useChangeGuestLinks, useGuestLinks } from './use-guest-links.ts';
import { dateLocale } from '../../ui/dates.ts';
import classes from './sharing.module.css';

const roles = roleChoices.filter(({ value }) => guestRole.safeParse(value).success);
const terms = [
  { value: '1', label: 'A day' },
  { value: '7', label: 'A week' },
  { value: String(limits.invitationDays), label: 'Two weeks' },
  { value: String(limits.invitationDaysMax), label: 'Three months' },
];

const dayOf = (moment: string): string =>
  new Date(moment).toLocaleDateString(dateLocale, { day: 'numeric', month: 'long' });

/** Links that give people without an account access to a document; for its owners. */
export function GuestLinks({ documentId }: { documentId: string }) {
  const { items, hasMore, isLoadingMore, loadMore } = useGuestLinks(documentId);
  const { make, end } = useChangeGuestLinks(documentId);
  const show = useToast();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const heading = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const isCancelled = useRef(false);
  useEffect(() => {
    if (!isMaking && isCancelled.current) opener.current?.focus();
    isCancelled.current = false;
  }, [isMaking]);
  const fail = (error: Error): void =>
    show({ title: 'Nothing was changed', text: sentenceOf(error), isDestructive: true });
  function ended(): void {
    setMade(null);
    // The row with the focused button is unmounted.
    opener.current?.focus();
  }
  return (
    <section className={classes['guests']} aria-labelledby={heading}>
      <h3 id={heading}>Guest links</h3>
      <p className={classes['about']}>
        Anyone with the link can open this document without an account, using a name they choose.
      </p>
      {items.length > 0 && (
        <ul className={classes['people']}>
          {items.map((link) => (
            <li key={link.id} className={classes['link']}>
              <p>
                {nameOf(link)}
                <span>
                  {link.hasPassword ? 'With a password · ' : ''}until {dayOf(link.expiresAt)} ·{' '}
                  {countOf(link)}
                </span>
              </p>
              <ConfirmButton
                verb="Revoke"
                label={`Revoke the link: ${nameOf(link)}, until ${dayOf(link.expiresAt)}`}
                question="Revoke this link? Guests lose access immediately. Their text stays."
                act={() => end.mutateAsync(link.id).then(ended, fail)}
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="subtle" onClick={loadMore} loading={isLoadingMore}>
          Show more links
        </Button>
      )}
      {made !== null && <Made link={made} />}
      {isMaking ? (
        <NewLink
          isSending={make.isPending}
          onCancel={() => {
            isCancelled.current = true;
            setMaking(false);
          }}
          onSend={async (body) => {
            const { link } = await make.mutateAsync(body);
            setMade(link);
            setMaking(false);
          }}
        />
      ) : (
        <Button ref={opener} variant="default" size="xs" onClick={() => setMaking(true)}>
          Create link
        </Button>
      )}
    </section>
  );
}

function countOf({ guestCount }: GuestLink): string {
  if (guestCount === 0) return 'not used yet';
  return guestCount === 1 ? 'used by 1 guest' : `used by ${guestCount} guests`;
}

function nameOf({ role }: GuestLink): string {
  return `Guests as ${role}s`;
}

/** A link that was just created: it is shown only once. */
function Made({ link }: { link: string }) {
  const [said, say] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The form that had the focus is unmounted; the next step is to copy this link.
  useEffect(() => field.current?.focus(), []);
  const copy = (): void => {
    navigator.clipboard.writeText(link).then(
      () => say('Copied.'),
      // The browser may refuse; the link can be selected.
      () => say('Your browser did not allow copying. Select the link and copy it.'),
    );
  };
  return (
    <div className={classes['made']}>
      <TextInput
        label="New link (shown only once)"
        ref={field}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button size="sm" onClick={copy}>
        Copy link
      </Button>
      <p role="status">{said}</p>
    </div>
  );
}

type NewLinkProps = {
  isSending: boolean;
  onSend: (body: ReturnType<typeof newGuestLink.parse>) => Promise<void>;
  onCancel: () => void;
};

function NewLink({ isSending, onSend, onCancel }: NewLinkProps) {
  const [role, setRole] = useState('viewer');
  const [days, setDays] = useState('7');
  const [password, setPassword] = useState('');
  const { wrong, check } = useWrong(newGuestLink);
  const [refused, setRefused] = useState<string | null>(null);
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const body = check({
      role,
      expiresInDays: Number(days),
      ...(password === '' ? {} : { password }),
    });
    if (body === null) return;
    try {
      await onSend(body);
    } catch (error) {
      setRefused(fieldErrorsOf(error)['password'] ?? sentenceOf(error));
    }
  }
  return (
    <form
      className={classes['making']}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Create link"
    >
      <NativeSelect
        ref={first}
        label="Guests join as"
        data={roles}
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value)}
      />
      <NativeSelect
        label="Expires in"
        data={terms}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <PasswordField
        label="Password (optional)"
        autoComplete="new-password"
        value={password}
        error={wrong['password']}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      {refused !== null && <p role="alert">{refused}</p>}
      <div>
        <Button type="submit" size="xs" loading={isSending}>
          Create link
        </Button>
        <Button variant="subtle" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
