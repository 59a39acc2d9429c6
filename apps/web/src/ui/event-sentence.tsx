import type { Part, Sentence } from '@longhand/contract';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { partsOf } from '../language/event-sentences.ts';

/** A sentence about an event, with links to what it names. `onFollow`: a link is followed. */
export function EventSentence({
  sentence,
  onFollow,
}: {
  sentence: Sentence;
  onFollow?: () => void;
}) {
  return partsOf(sentence).map((part, index) => (
    // The parts of a sentence never change their order.
    <Fragment key={index}>
      {typeof part === 'string' ? part : <Name part={part} onFollow={onFollow} />}
    </Fragment>
  ));
}

type NameProps = { part: Exclude<Part, string>; onFollow: (() => void) | undefined };

/** Names may run in the other direction than the sentence. */
function Name({ part: { text, of, to }, onFollow }: NameProps) {
  if (of === 'actor')
    return (
      <strong className="firm">
        <bdi>{text}</bdi>
      </strong>
    );
  if (to === null) return <bdi>{text}</bdi>;
  return (
    <Link to={to} onClick={onFollow}>
      <bdi>{text}</bdi>
    </Link>
  );
}
