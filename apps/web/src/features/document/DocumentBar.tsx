import type { SavedMark as Mark } from '@longhand/sync';
import type { ReactNode } from 'react';
import { ThemeMenu } from '../../theme/ThemeMenu.tsx';
import classes from './DocumentBar.module.css';
import { SavedMark } from './SavedMark.tsx';

type Props = {
  /** Where the document stands: links to what is above it. */
  place: ReactNode;
  /** How safe one's words are; null where none can be written. */
  mark: Mark | null;
  /** What is done to the text here, and the choice where there is one. */
  mode?: ReactNode;
  /** The buttons that open what stands beside the text. */
  sides?: ReactNode;
  /** Who else is here, as faces. */
  faces?: ReactNode;
  /** The button that shares it; absent until the document is open. */
  share?: ReactNode;
};

/** The bar over a document: where I am, how safe my words are, who is here. */
export function DocumentBar({ place, mark, mode, sides, faces, share }: Props) {
  return (
    <header className={classes['bar']}>
      <nav className={classes['place']} aria-label="Where this document stands">
        {place}
      </nav>
      {mark !== null && <SavedMark mark={mark} />}
      <div className={classes['end']} data-steps-back>
        {(mode !== undefined || sides !== undefined) && (
          <div className={classes['tools']}>
            {mode}
            {sides}
          </div>
        )}
        {faces}
        {share}
        <ThemeMenu />
      </div>
    </header>
  );
}
