import type { SavedMark as Mark } from '@longhand/sync';
import type { ReactNode } from 'react';
import { ThemeMenu } from '../../theme/ThemeMenu.tsx';
import classes from './DocumentBar.module.css';
import { Faces } from './Faces.tsx';
import { SavedMark } from './SavedMark.tsx';
import type { PersonHere } from './usePeopleHere.ts';

type Props = {
  /** Where the document stands: links to what is above it. */
  place: ReactNode;
  /** How safe one's words are; null where none can be written. */
  mark: Mark | null;
  /** What this person may do here, where that is not to write. */
  mode: string | null;
  people: readonly PersonHere[];
  /** The button that shares it; absent until the document is open. */
  share?: ReactNode;
};

/** The bar over a document: where I am, how safe my words are, who is here. */
export function DocumentBar({ place, mark, mode, people, share }: Props) {
  return (
    <header className={classes['bar']}>
      <nav className={classes['place']} aria-label="Where this document stands">
        {place}
      </nav>
      {mark !== null && <SavedMark mark={mark} />}
      <div className={classes['end']}>
        {mode !== null && <span className={classes['mode']}>{mode}</span>}
        <Faces people={people} />
        {share}
        <ThemeMenu />
      </div>
    </header>
  );
}
