import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import classes from './cards.module.css';
import { opening, remark, writers } from './sheet-text.ts';

/** State of the suggestion on the sheet. `gone`: its text was deleted. */
export type Outcome = 'open' | 'accepted' | 'rejected' | 'gone';

const outcomes = {
  accepted: 'Accepted.',
  rejected: 'Rejected.',
  gone: 'The suggested text was deleted.',
} as const;

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
  const decide = (verdict: 'accept' | 'reject'): void => {
    onDecide?.(verdict);
    // The buttons are removed: the focus moves to the result.
    said.current?.focus();
  };
  return (
    <ul className={classes['cards']} aria-label="Suggestions and comments">
      <li className="card">
        <Head name={writers.tomas.name} color={writers.tomas.color} act="suggests" />
        <p>
          Replace <del className="soft">{removed}</del> with <ins>{added}</ins>
        </p>
        <div className={`row ${classes['acts']}`}>
          <p ref={said} role="status" tabIndex={-1}>
            {outcome === 'open' ? '' : outcomes[outcome]}
          </p>
          {outcome === 'open' && (
            <>
              <Button variant="light" disabled={onDecide === null} onClick={() => decide('accept')}>
                Accept
              </Button>
              <Button
                variant="default"
                disabled={onDecide === null}
                onClick={() => decide('reject')}
              >
                Reject
              </Button>
            </>
          )}
        </div>
      </li>
      <li className="card">
        <Head name={writers.ines.name} color={writers.ines.color} act={`on “${remark.quote}”`} />
        <p>{remark.body}</p>
        <div className={`row ${classes['acts']}`}>
          <p role="status">{isResolved ? 'Resolved.' : ''}</p>
          <Button variant="default" disabled={onResolve === null} onClick={() => onResolve?.()}>
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
      </li>
    </ul>
  );
}

function Head({ name, color, act }: { name: string; color: string; act: string }) {
  return (
    <p className="row">
      <Avatar name={name} color={color} label={null} size={22} />
      <span>
        <strong>{name}</strong> {act}
      </span>
    </p>
  );
}
