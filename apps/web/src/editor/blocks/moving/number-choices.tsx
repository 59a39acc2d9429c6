import { t } from '@lingui/core/macro';
import { IconCheck, IconListNumbers } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import menu from '../../insert/insert-menu.module.css';
import toolbar from '../../toolbar.module.css';
import classes from './block-menu.module.css';
import { highestStart, numberForms, startIn, type NumberedList } from './list-numbers.ts';

type Props = {
  list: NumberedList;
  /** Called with the chosen number format. */
  onForm: (type: string | null) => void;
  /** Opens the field for the first number. */
  onRestart: () => void;
};

/** Items of the block menu for the numbers of a list. */
export function NumberChoices({ list, onForm, onRestart }: Props) {
  return (
    <div role="group" aria-label={t`List numbers`}>
      <p className={`soft firm ${menu['group']}`} role="presentation">
        {t`List numbers`}
      </p>
      {numberForms.map(({ type, name }) => (
        <button
          key={name}
          type="button"
          role="menuitemradio"
          aria-checked={type === list.type}
          tabIndex={-1}
          className={`strip wide choice ink ${menu['line']}`}
          onClick={() => onForm(type)}
        >
          <span className={`soft rigid ${menu['icon']}`}>
            {type === list.type && <IconCheck size={18} stroke={1.6} aria-hidden="true" />}
          </span>
          {name}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={`strip wide choice ink ${menu['line']}`}
        onClick={onRestart}
      >
        <span className={`soft rigid ${menu['icon']}`}>
          <IconListNumbers size={18} stroke={1.6} aria-hidden="true" />
        </span>
        {t`Restart numbering…`}
      </button>
    </div>
  );
}

type FieldProps = {
  start: number;
  /** Called with the number at which the list starts. */
  onStart: (start: number) => void;
  onClose: () => void;
};

/** Field for the first number of a list. Negative numbers and other text are rejected. */
export function StartField({ start, onStart, onClose }: FieldProps) {
  const [typed, setTyped] = useState(String(start));
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const number = startIn(typed);
    if (number === null) setWrong(true);
    else onStart(number);
  }

  return (
    <form className={`strip unbroken ${classes['start']}`} onSubmit={submit}>
      <label className="strip">
        {t`Start at`}
        <input
          ref={field}
          aria-invalid={isWrong}
          title={isWrong ? t`Enter a number from 0 to ${highestStart}` : undefined}
          inputMode="numeric"
          maxLength={9}
          value={typed}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
        />
      </label>
      <button type="submit" className={`choice medium ${toolbar['textButton']}`}>
        {t`Apply`}
      </button>
    </form>
  );
}
