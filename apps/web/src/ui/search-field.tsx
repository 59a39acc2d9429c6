import { useId, type ComponentProps } from 'react';
import './field.css';
import classes from './search-field.module.css';

type Props = { label: string } & Omit<ComponentProps<'input'>, 'id' | 'type'>;

/** Search field of a page, with its label above. */
export function SearchField({ label, ...input }: Props) {
  const id = useId();
  return (
    <div className={`field ${classes['search']}`}>
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} type="search" />
    </div>
  );
}
