import { useId } from 'react';
import classes from './search-field.module.css';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** Search field of a page, with its label above. */
export function SearchField({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className={classes['search']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
