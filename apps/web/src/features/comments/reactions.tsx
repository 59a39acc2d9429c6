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
import classes from './reactions.module.css';
import type { CommentContext } from './comment-context.ts';

/**
 * Icons and names of the reactions. Drawn as SVG: some systems have no font for these characters.
 */
const looks: Readonly<Record<ReactionKind, readonly [Icon: typeof IconHeart, name: string]>> = {
  thumbs_up: [IconThumbUp, 'Thumbs up'],
  heart: [IconHeart, 'Heart'],
  laugh: [IconMoodHappy, 'Laugh'],
  party: [IconConfetti, 'Party'],
  eyes: [IconEye, 'Eyes'],
  thanks: [IconHeartHandshake, 'Thanks'],
};
const kinds = Object.keys(looks) as ReactionKind[];

/** Optimistic update: a press that the server's list does not contain yet. */
type Pressed = {
  readonly of: Comment['reactions'];
  readonly kind: ReactionKind;
  readonly isOn: boolean;
};

/** Reactions to a comment, with buttons to react. */
export function Reactions({ comment, talk }: { comment: Comment; talk: CommentContext }) {
  const show = useToast();
  const [isChoosing, setChoosing] = useState(false);
  const [last, setPressed] = useState<Pressed | null>(null);
  const pressed = last?.of === comment.reactions ? last : null;
  const mayReact = talk.mayComment && talk.isKept;
  const shown = kinds
    .map((kind) => {
      const others = (comment.reactions.find((each) => each.kind === kind)?.people ?? []).map(
        ({ id, name }) => ({ id, name }),
      );
      const wasMine = others.some(({ id }) => id === talk.myId);
      const isMine = pressed?.kind === kind ? pressed.isOn : wasMine;
      return {
        kind,
        isMine,
        names: [
          ...others.filter(({ id }) => id !== talk.myId).map(({ name }) => name),
          ...(isMine ? ['you'] : []),
        ],
      };
    })
    .filter(({ names }) => names.length > 0);
  if (shown.length === 0 && !mayReact) return null;

  async function react(kind: ReactionKind, isOn: boolean): Promise<void> {
    setPressed({ of: comment.reactions, kind, isOn });
    setChoosing(false);
    try {
      await talk.calls.react(comment.id, kind, isOn);
    } catch (error) {
      setPressed(null);
      show({ title: 'The reaction was not sent', text: sentenceOf(error), isDestructive: true });
    }
  }

  const isOn = (kind: ReactionKind): boolean =>
    shown.some((each) => each.kind === kind && each.isMine);
  return (
    <div
      className={classes['reactions']}
      role="group"
      aria-label={`Reactions to: ${firstWords(comment.body)}`}
    >
      {shown.map(({ kind, isMine, names }) => (
        <button
          key={kind}
          type="button"
          className={classes['reaction']}
          aria-pressed={isMine}
          aria-disabled={!mayReact}
          aria-label={`${looks[kind][1]}: ${names.join(', ')}`}
          title={names.join(', ')}
          onClick={() => mayReact && void react(kind, !isMine)}
        >
          <Look kind={kind} /> {names.length}
        </button>
      ))}
      {mayReact && (
        <button
          type="button"
          className={classes['reaction']}
          aria-expanded={isChoosing}
          aria-label={`React to: ${firstWords(comment.body)}`}
          title="React"
          onClick={() => setChoosing(!isChoosing)}
        >
          <IconMoodPlus size={15} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      {isChoosing &&
        kinds
          .filter((kind) => !isOn(kind))
          .map((kind) => (
            <button
              key={kind}
              type="button"
              className={classes['reaction']}
              aria-label={looks[kind][1]}
              title={looks[kind][1]}
              onClick={() => void react(kind, true)}
            >
              <Look kind={kind} />
            </button>
          ))}
    </div>
  );
}

function Look({ kind }: { kind: ReactionKind }) {
  const [Icon] = looks[kind];
  return <Icon size={15} stroke={1.8} aria-hidden="true" />;
}
