import { useId } from 'react';
import classes from './choices.module.css';

type Props<Value extends string> = {
  legend: string;
  choices: readonly { readonly value: Value; readonly name: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, all of them seen. */
export function ChoiceRow<Value extends string>({ legend, choices, chosen, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes['row']}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === chosen}
            onChange={() => onChoose(choice.value)}
          />
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}

type SwitchProps = { label: string; about: string; isOn: boolean; onChange: (isOn: boolean) => void };

/** Something that is on or off, and what it means. */
export function SwitchRow({ label, about, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={classes['switch']}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-about`}>{about}</p>
    </div>
  );
}
