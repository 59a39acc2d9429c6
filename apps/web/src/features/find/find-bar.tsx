import {
  IconArrowDown,
  IconArrowUp,
  IconLetterCase,
  IconRegex,
  IconReplace,
  IconTextScan2,
  IconX,
  type IconProps,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent } from 'react';
import { goToText, overText } from '../../ui/in-text/show-passage.ts';
import { mostMatches, type Query } from './matches.ts';
import { replace } from './replace.ts';
import { useMatches } from './use-matches.ts';
import './found.css';
import classes from './find-bar.module.css';

type Props = {
  editor: Editor;
  mayReplace: boolean;
  /**
   * Initial query, and true to also show the replacement. `asked` is incremented each time the bar
   * is opened.
   */
  first: { text: string; isReplacing: boolean; asked: number };
  onClose: () => void;
};

/** Search options, as toggle buttons. */
const ways = [
  { way: 'isCase', name: 'Match case', Icon: IconLetterCase },
  { way: 'isWhole', name: 'Whole words', Icon: IconTextScan2 },
  { way: 'isPattern', name: 'Regular expression', Icon: IconRegex },
] as const;

/**
 * Find and replace bar of the open text. A replacement is an ordinary edit: it can be undone, and
 * is a suggestion in the mode Suggesting.
 */
export function FindBar({ editor, mayReplace, first, onClose }: Props) {
  const [query, setQuery] = useState<Query>({
    text: first.text,
    isCase: false,
    isWhole: false,
    isPattern: false,
  });
  const [by, setBy] = useState('');
  const [isReplacing, setReplacing] = useState(first.isReplacing && mayReplace);
  const [done, setDone] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const found = useMatches(editor, query);
  const change = (part: Partial<Query>): void => {
    setDone(null);
    setQuery({ ...query, ...part });
  };

  useEffect(() => {
    if (first.text !== '') setQuery((before) => ({ ...before, text: first.text }));
    if (first.isReplacing && mayReplace) setReplacing(true);
    field.current?.focus();
    field.current?.select();
  }, [first, mayReplace]);

  function close(): void {
    goToText(editor);
    onClose();
  }
  function replaceOne(): void {
    const { matches, active } = found.now();
    const here = matches[active];
    if (here === undefined) return;
    replace(editor, [here], by, query.isPattern);
    setDone('Replaced.');
    found.go('next');
  }
  function replaceAll(): void {
    const { matches } = found.now();
    if (matches.length === 0) return;
    replace(editor, matches, by, query.isPattern);
    setDone(`${matches.length.toLocaleString('en')} replaced.`);
  }
  function pressed(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current)
      found.go(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) replaceOne();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      className={classes['bar']}
      role="search"
      aria-label="Find in this document"
      onKeyDown={pressed}
      {...overText}
    >
      <div className={classes['row']}>
        <input
          ref={field}
          type="text"
          aria-label="Find"
          placeholder="Find"
          autoComplete="off"
          spellCheck={false}
          maxLength={1_000}
          value={query.text}
          aria-invalid={found.problem !== null}
          aria-describedby="find-outcome"
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <div className={classes['ways']} role="group" aria-label="Search options">
          {ways.map(({ way, name, Icon }) => (
            <Tool
              key={way}
              name={name}
              Icon={Icon}
              isOn={query[way]}
              onPress={() => change({ [way]: !query[way] })}
            />
          ))}
        </div>
        <p
          id="find-outcome"
          role="status"
          className={classes['outcome']}
          data-wrong={found.problem !== null || undefined}
        >
          {done ?? found.problem ?? outcome(query.text, found.matches.length, found.active)}
        </p>
        <Tool
          name="Previous (Shift+Enter)"
          Icon={IconArrowUp}
          onPress={() => found.go('previous')}
        />
        <Tool name="Next (Enter)" Icon={IconArrowDown} onPress={() => found.go('next')} />
        {mayReplace && (
          <Tool
            name="Replace"
            Icon={IconReplace}
            isOn={isReplacing}
            onPress={() => setReplacing(!isReplacing)}
          />
        )}
        <Tool name="Close" Icon={IconX} onPress={close} />
      </div>
      {isReplacing && mayReplace && (
        <div className={classes['row']}>
          <input
            type="text"
            aria-label="Replace with"
            placeholder="Replace with"
            autoComplete="off"
            maxLength={1_000}
            value={by}
            onChange={(event) => setBy(event.currentTarget.value)}
          />
          <button
            type="button"
            className={classes['word']}
            onClick={replaceOne}
            aria-disabled={found.active < 0}
          >
            Replace
          </button>
          <button
            type="button"
            className={classes['word']}
            onClick={replaceAll}
            aria-disabled={found.active < 0}
          >
            Replace all
          </button>
        </div>
      )}
    </div>
  );
}

function outcome(text: string, count: number, active: number): string {
  if (text === '') return '';
  if (count === 0) return 'No results';
  const all =
    count >= mostMatches ? `the first ${count.toLocaleString('en')}` : count.toLocaleString('en');
  return `${(active + 1).toLocaleString('en')} of ${all}`;
}

type ToolProps = {
  name: string;
  Icon: ComponentType<IconProps>;
  isOn?: boolean;
  onPress: () => void;
};

function Tool({ name, Icon, isOn, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={classes['tool']}
      aria-label={name}
      title={name}
      aria-pressed={isOn}
      onClick={onPress}
    >
      <Icon size={17} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
