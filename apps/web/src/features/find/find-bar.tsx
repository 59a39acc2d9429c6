import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { goToText, overText } from '../../editor/text/show-passage.ts';
import { FindRow } from './find-row.tsx';
import type { Query } from './matches.ts';
import { useMatches } from './use-matches.ts';
import { useReplacement, type Replacement } from './use-replacement.ts';
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

const withoutOptions = { isCase: false, isWhole: false, isPattern: false };

/**
 * Find and replace bar of the open text. A replacement is an ordinary edit: it can be undone, and
 * is a suggestion in the mode Suggesting.
 */
export function FindBar({ editor, mayReplace, first, onClose }: Props) {
  const [query, setQuery] = useState<Query>({ ...withoutOptions, text: first.text });
  const [isReplacing, setReplacing] = useState(first.isReplacing && mayReplace);
  const field = useRef<HTMLInputElement>(null);
  const found = useMatches(editor, query);
  const replacement = useReplacement(editor, found, query.isPattern);
  const change = (part: Partial<Query>): void => {
    replacement.clearDone();
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
  function pressed(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current)
      found.go(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
      replacement.replaceOne();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      className={`float stack close ${classes['bar']}`}
      role="search"
      aria-label={t`Find in this document`}
      onKeyDown={pressed}
      {...overText}
    >
      <FindRow
        field={field}
        query={query}
        onChange={change}
        found={found}
        done={replacement.done}
        isReplacing={mayReplace ? isReplacing : null}
        onReplacing={setReplacing}
        onClose={close}
      />
      {isReplacing && mayReplace && (
        <ReplaceRow replacement={replacement} isPossible={found.active >= 0} />
      )}
    </div>
  );
}

function ReplaceRow({
  replacement,
  isPossible,
}: {
  replacement: Replacement;
  isPossible: boolean;
}) {
  return (
    <div className="row">
      <input
        type="text"
        dir="auto"
        aria-label={t`Replace with`}
        placeholder={t`Replace with`}
        autoComplete="off"
        maxLength={1_000}
        value={replacement.by}
        onChange={(event) => replacement.setBy(event.currentTarget.value)}
      />
      <Button
        variant="default"
        size="xs"
        onClick={replacement.replaceOne}
        aria-disabled={!isPossible}
      >
        {t`Replace`}
      </Button>
      <Button
        variant="default"
        size="xs"
        onClick={replacement.replaceAll}
        aria-disabled={!isPossible}
      >
        {t`Replace all`}
      </Button>
    </div>
  );
}
