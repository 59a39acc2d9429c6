import { useId, useState } from 'react';
import rows from '../../theme/theme-row.module.css';
import classes from './settings.module.css';

type Props<Value extends string> = {
  legend: string;
  choices: readonly { readonly value: Value; readonly name: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** Radio group of a few options. */
export function ChoiceRow<Value extends string>({
  legend,
  choices,
  chosen,
  onChoose,
}: Props<Value>) {
  const name = useId();
  const [shown, press] = usePressed(chosen, onChoose);
  return (
    <fieldset className={`row ${rows['row']}`}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="row">
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

type SwitchProps = {
  label: string;
  about: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A switch with a description. */
export function SwitchRow({ label, about, isOn, onChange }: SwitchProps) {
  const id = useId();
  const [shown, press] = usePressed(isOn, onChange);
  return (
    <div className={`beside ${classes['switch']}`}>
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
      <p id={`${id}-about`} className="remark">
        {about}
      </p>
    </div>
  );
}

/**
 * Optimistic update: shows a pressed value at once. The stored value changes later, and until then
 * a controlled input would show the old one.
 */
function usePressed<Value>(
  saved: Value,
  onPress: (value: Value) => void,
): readonly [Value, (value: Value) => void] {
  const [shown, setShown] = useState(saved);
  const [before, setBefore] = useState(saved);
  if (before !== saved) {
    setBefore(saved);
    setShown(saved);
  }
  const press = (value: Value): void => {
    setShown(value);
    onPress(value);
  };
  return [shown, press];
}
