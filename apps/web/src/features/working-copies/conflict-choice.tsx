import { t } from '@lingui/core/macro';
import type { MergeChoice, MergeConflict } from '@longhand/contract';
import { useId } from 'react';
import classes from './working-copies.module.css';

type Props = {
  conflict: MergeConflict;
  choice: MergeChoice | null;
  onChoose: (choice: MergeChoice) => void;
};

/** A passage that was changed on both tabs, with the versions to choose from. */
export function ConflictChoice({ conflict, choice, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className={`card stack wraps ${classes['conflict']}`}>
      <legend className="wrong">
        {conflict.block === null
          ? t`Changed in both versions`
          : t`Changed in both versions of this paragraph`}
      </legend>
      {conflict.block !== null && (
        <p className={`clamp serif soft ${classes['block']}`}>{conflict.block}</p>
      )}
      <p>
        {t`Before:`}{' '}
        {conflict.before.trim() === '' ? <em>{t`Empty`}</em> : <del>{conflict.before}</del>}
      </p>
      {optionsOf(conflict).map(({ value, label, text }) => (
        <label key={value} className="beside">
          <input
            type="radio"
            name={name}
            value={value}
            checked={choice === value}
            onChange={() => onChoose(value)}
          />
          <span>
            {label} {text.trim() === '' ? <em>{t`Deleted`}</em> : <ins>{text}</ins>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Option = { readonly value: MergeChoice; readonly label: string; readonly text: string };

/** Returns the options, each with the resulting text of the merged document. */
function optionsOf({ block, ours, theirs }: MergeConflict): readonly Option[] {
  const gap = block === null ? '\n' : ' ';
  const options: Option[] = [
    { value: 'ours', label: t`Mine:`, text: ours },
    { value: 'theirs', label: t`Published:`, text: theirs },
  ];
  if (ours !== '' && theirs !== '')
    options.push({ value: 'both', label: t`Both:`, text: `${theirs.trimEnd()}${gap}${ours}` });
  return options;
}
