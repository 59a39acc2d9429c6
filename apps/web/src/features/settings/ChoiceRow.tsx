import { useId, useState } from 'react';
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
  const [shown, press] = usePressed(chosen, onChoose);
  return (
    <fieldset className={classes['row']}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === shown}
            onChange={() => press(choice.value)}
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
  const [shown, press] = usePressed(isOn, onChange);
  return (
    <div className={classes['switch']}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={shown}
        aria-checked={shown}
        aria-describedby={`${id}-about`}
        onChange={(event) => press(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-about`}>{about}</p>
    </div>
  );
}

/** What was pressed, from the very press on: what is kept of it comes a moment later, and until then the browser would show the old one again. */
function usePressed<Value>(kept: Value, onPress: (value: Value) => void): readonly [Value, (value: Value) => void] {
  const [shown, setShown] = useState(kept);
  const [before, setBefore] = useState(kept);
  if (before !== kept) {
    setBefore(kept);
    setShown(kept);
  }
  const press = (value: Value): void => {
    setShown(value);
    onPress(value);
  };
  return [shown, press];
}
