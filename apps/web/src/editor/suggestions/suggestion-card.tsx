import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { IconCheck, IconX } from '@tabler/icons-react';
import { Button } from '../../ui/button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { PersonShown } from '../editor-context.ts';
import card from '../cards/card-column.module.css';
import { describe, inOneLine } from './describe.ts';
import classes from './suggestions.module.css';
import type { ListedSuggestion } from './listed-suggestions.ts';

type Props = {
  suggestion: ListedSuggestion;
  person: PersonShown;
  isMine: boolean;
  mayDecide: boolean;
  mayWithdraw: boolean;
  onShow: () => void;
  onAccept: () => void;
  onReject: () => void;
  /** Comments on it. */
  thread: ReactNode;
};

/** One suggestion: author, time, effect, and the actions for it. */
export function SuggestionCard({
  suggestion,
  person,
  isMine,
  mayDecide,
  mayWithdraw,
  onShow,
  onAccept,
  onReject,
  thread,
}: Props) {
  const lines = describe(suggestion);
  const name = inOneLine(suggestion);
  const reject = mayDecide ? t`Reject` : t`Withdraw`;
  return (
    <>
      <div className="strip">
        <Avatar name={person.name} color={person.color} label={null} size={24} />
        <strong className="ellipsis bold">{isMine ? t`You` : person.name}</strong>
        <span className={`soft rigid end ${card['when']}`}>
          <RelativeTime at={new Date(suggestion.at).toISOString()} />
        </span>
      </div>
      <button
        type="button"
        className={`wide wraps ${classes['what']}`}
        aria-label={t`Show in the text: ${name}`}
        onClick={onShow}
      >
        {lines.map(({ act, words }) => (
          <span key={`${act} ${words ?? ''}`}>
            <span className="soft">{act}</span>{' '}
            {words !== null &&
              (act === 'Delete' || act === 'Replace' ? (
                <del className="soft">{words}</del>
              ) : (
                <ins>{words}</ins>
              ))}{' '}
          </span>
        ))}
      </button>
      {(mayDecide || mayWithdraw) && (
        <div className={`row ${classes['verdicts']}`}>
          {mayDecide && (
            <Verdict verb={t`Accept`} icon={IconCheck} name={name} onPress={onAccept} />
          )}
          <Verdict verb={reject} icon={IconX} name={name} onPress={onReject} />
        </div>
      )}
      {thread}
    </>
  );
}

type VerdictProps = {
  verb: string;
  icon: typeof IconCheck;
  /** The suggestion in one line. */
  name: string;
  onPress: () => void;
};

function Verdict({ verb, icon: Icon, name, onPress }: VerdictProps) {
  return (
    <Button
      variant="default"
      size="xs"
      icon={<Icon size={16} stroke={2} aria-hidden="true" />}
      aria-label={`${verb}: ${name}`}
      onClick={onPress}
    >
      {verb}
    </Button>
  );
}
