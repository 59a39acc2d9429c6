import { t } from '@lingui/core/macro';
import type { Comment, ReactionKind } from '@longhand/contract';
import {
  IconConfetti,
  IconEye,
  IconHeart,
  IconHeartHandshake,
  IconMoodHappy,
  IconMoodPlus,
  IconThumbUp,
} from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { firstWords } from './first-words.ts';
import classes from './comments.module.css';
import type { CommentContext } from './comment-context.ts';

/**
 * Icons and names of the reactions. Drawn as SVG: some systems have no font for these characters.
 */
const looks: Readonly<Record<ReactionKind, readonly [Icon: typeof IconHeart, name: string]>> = {
  thumbs_up: [IconThumbUp, t`Thumbs up`],
  heart: [IconHeart, t`Heart`],
  laugh: [IconMoodHappy, t`Laugh`],
  party: [IconConfetti, t`Party`],
  eyes: [IconEye, t`Eyes`],
  thanks: [IconHeartHandshake, t`Thanks`],
};
const kinds = Object.keys(looks) as ReactionKind[];

/** Optimistic update: a press that the server's list does not contain yet. */
type Pressed = {
  readonly of: Comment['reactions'];
  readonly kind: ReactionKind;
  readonly isOn: boolean;
};

/** A reaction with the people who gave it; the user is the last, as "you". */
type Shown = { readonly kind: ReactionKind; readonly isMine: boolean; readonly names: string[] };

/** Reactions to a comment, with buttons to react. */
export function Reactions({ comment, context }: { comment: Comment; context: CommentContext }) {
  const [isChoosing, setChoosing] = useState(false);
  const { pressed, react } = useReacting(comment, context);
  const mayReact = context.mayComment && context.isActive;
  const shown = shownReactions(comment.reactions, pressed, context.myId);
  if (shown.length === 0 && !mayReact) return null;
  const press = (kind: ReactionKind, isOn: boolean): void => {
    setChoosing(false);
    void react(kind, isOn);
  };
  const isOn = (kind: ReactionKind): boolean =>
    shown.some((each) => each.kind === kind && each.isMine);
  return (
    <div
      className={`row figures ${classes['reactions']}`}
      role="group"
      aria-label={t`Reactions to: ${{ words: firstWords(comment.body) }}`}
    >
      {shown.map(({ kind, isMine, names }) => (
        <button
          key={kind}
          type="button"
          className="choice"
          aria-pressed={isMine}
          aria-disabled={!mayReact}
          aria-label={`${looks[kind][1]}: ${names.join(', ')}`}
          title={names.join(', ')}
          onClick={() => mayReact && press(kind, !isMine)}
        >
          <Look kind={kind} /> {names.length}
        </button>
      ))}
      {mayReact && (
        <button
          type="button"
          className="choice"
          aria-expanded={isChoosing}
          aria-label={t`React to: ${{ words: firstWords(comment.body) }}`}
          title={t`React`}
          onClick={() => setChoosing(!isChoosing)}
        >
          <IconMoodPlus size={15} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      {isChoosing && (
        <Choices
          kinds={kinds.filter((kind) => !isOn(kind))}
          onChoose={(kind) => press(kind, true)}
        />
      )}
    </div>
  );
}

type ChoicesProps = { kinds: readonly ReactionKind[]; onChoose: (kind: ReactionKind) => void };

/** Buttons for the reactions that the user has not given yet. */
function Choices({ kinds: offered, onChoose }: ChoicesProps) {
  return offered.map((kind) => (
    <button
      key={kind}
      type="button"
      className="choice"
      aria-label={looks[kind][1]}
      title={looks[kind][1]}
      onClick={() => onChoose(kind)}
    >
      <Look kind={kind} />
    </button>
  ));
}

/** Sends reactions, and shows each press until the list contains it or the request fails. */
function useReacting(comment: Comment, context: CommentContext) {
  const show = useToast();
  const [last, setPressed] = useState<Pressed | null>(null);

  async function react(kind: ReactionKind, isOn: boolean): Promise<void> {
    const press: Pressed = { of: comment.reactions, kind, isOn };
    setPressed(press);
    try {
      await context.calls.react(comment.id, kind, isOn);
    } catch (error) {
      setPressed((latest) => (latest === press ? null : latest));
      show({ title: t`The reaction was not sent`, text: sentenceOf(error), isDestructive: true });
    }
  }

  return { pressed: last?.of === comment.reactions ? last : null, react };
}

/** Returns the given reactions, with the user's press that the list does not contain yet. */
function shownReactions(
  reactions: Comment['reactions'],
  pressed: Pressed | null,
  myId: string,
): readonly Shown[] {
  return kinds
    .map((kind) => {
      const people = reactions.find((each) => each.kind === kind)?.people ?? [];
      const wasMine = people.some(({ id }) => id === myId);
      const isMine = pressed?.kind === kind ? pressed.isOn : wasMine;
      const others = people.filter(({ id }) => id !== myId).map(({ name }) => name);
      return { kind, isMine, names: [...others, ...(isMine ? ['you'] : [])] };
    })
    .filter(({ names }) => names.length > 0);
}

function Look({ kind }: { kind: ReactionKind }) {
  const [Icon] = looks[kind];
  return <Icon size={15} stroke={1.8} aria-hidden="true" />;
}
