import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './cards.module.css';
import { opening, remark, writers } from './sheet-text.ts';

/** State of the suggestion on the sheet. `gone`: its text was deleted. */
export type Outcome = 'open' | 'accepted' | 'rejected' | 'gone';

const outcomes = {
  accepted: t`Accepted.`,
  rejected: t`Rejected.`,
  gone: t`The suggested text was deleted.`,
};

type Props = {
  outcome: Outcome;
  isResolved: boolean;
  /** Null before the sheet is editable. */
  onDecide: ((verdict: 'accept' | 'reject') => void) | null;
  onResolve: (() => void) | null;
};

/** The suggestion and the comment on the sheet, as cards below it. */
export function Cards({ outcome, isResolved, onDecide, onResolve }: Props) {
  const said = useRef<HTMLParagraphElement>(null);
  const { removed, added } = opening.first;
  const { quote } = remark;
  const [suggester, commenter] = [writers.tomas.name, writers.ines.name];
  const decide = (verdict: 'accept' | 'reject'): void => {
    onDecide?.(verdict);
    // The buttons are removed: the focus moves to the result.
    said.current?.focus();
  };
  return (
    <ul className={classes['cards']} aria-label={t`Suggestions and comments`}>
      <li className="card">
        <Head name={writers.tomas.name} color={writers.tomas.color}>
          <Trans>
            <strong>{suggester}</strong> suggests
          </Trans>
        </Head>
        <p>
          <Trans>
            Replace <del className="soft">{removed}</del> with <ins>{added}</ins>
          </Trans>
        </p>
        <div className={`row ${classes['acts']}`}>
          <p ref={said} role="status" tabIndex={-1}>
            {outcome === 'open' ? '' : outcomes[outcome]}
          </p>
          {outcome === 'open' && (
            <>
              <Button variant="light" disabled={onDecide === null} onClick={() => decide('accept')}>
                {t`Accept`}
              </Button>
              <Button
                variant="default"
                disabled={onDecide === null}
                onClick={() => decide('reject')}
              >
                {t`Reject`}
              </Button>
            </>
          )}
        </div>
      </li>
      <li className="card">
        <Head name={writers.ines.name} color={writers.ines.color}>
          <Trans>
            <strong>{commenter}</strong> on “{quote}”
          </Trans>
        </Head>
        <p>{remark.body}</p>
        <div className={`row ${classes['acts']}`}>
          <p role="status">{isResolved ? t`Resolved.` : ''}</p>
          <Button variant="default" disabled={onResolve === null} onClick={() => onResolve?.()}>
            {isResolved ? t`Reopen` : t`Resolve`}
          </Button>
        </div>
      </li>
    </ul>
  );
}

function Head({ name, color, children }: { name: string; color: string; children: ReactNode }) {
  return (
    <p className="row">
      <Avatar name={name} color={color} label={null} size={22} />
      <span>{children}</span>
    </p>
  );
}
