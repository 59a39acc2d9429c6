import { t } from '@lingui/core/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { canConfirmOtherwise, isConfirmed, useFactors } from './use-factors.ts';

const ConfirmOwner = onDemand(async () => ({
  default: (await import('./confirm-owner.tsx')).ConfirmOwner,
}));

type Props = {
  /** The typed password; empty if it is not needed. */
  value: string;
  error: string | undefined;
  onChange: (password: string) => void;
  description?: ReactNode;
};

/**
 * Part of a form for a sensitive change: the field for the current password, or another
 * confirmation by a passkey or a code, which is valid for ten minutes. The server accepts both.
 */
export function OwnerProof({ value, error, onChange, description }: Props) {
  const { data: factors } = useFactors();
  const [isAsking, setAsking] = useState(false);
  const until = factors?.confirmedUntil ?? null;
  const isProven = useValid(factors !== undefined && isConfirmed(factors) ? until : null);
  if (isProven) {
    return (
      <>
        <p className="soft" role="status">
          {t`You confirmed that it is you. For ten minutes, no password is needed.`}
        </p>
        {error !== undefined && <p role="alert">{error}</p>}
      </>
    );
  }
  const hasPassword = factors?.hasPassword !== false;
  return (
    <>
      {hasPassword && (
        <PasswordField
          label={t`Current password`}
          description={description}
          autoComplete="current-password"
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {factors !== undefined && (!hasPassword || canConfirmOtherwise(factors)) && (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {hasPassword ? t`Confirm with a passkey or a code` : t`Confirm that it is you`}
          </Button>
        </div>
      )}
      {!hasPassword && error !== undefined && <p role="alert">{error}</p>}
      {isAsking && factors !== undefined && (
        <ConfirmOwner
          factors={factors}
          onConfirmed={() => {
            onChange('');
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** True until a time, if any; rendered again when it is over. */
function useValid(until: string | null): boolean {
  const [, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => setOver(until), Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null && Date.parse(until) > Date.now();
}
