import type { ReactNode } from 'react';
import { ThemeMenu } from '../../theme/ThemeMenu.tsx';
import classes from './DocumentBar.module.css';

type Props = {
  /** Where the document stands: links to what is above it. */
  place: ReactNode;
  /** How far it is on its way to readers. */
  status?: ReactNode;
  /** How safe one's words are; absent where none can be written. */
  saved?: ReactNode;
  /** What is done to the text here, and the choice where there is one. */
  mode?: ReactNode;
  /** Takes the place for what the open text adds, such as the button that opens what stands beside it. */
  tools?: (place: HTMLElement | null) => void;
  /** Who else is here, as faces. */
  faces?: ReactNode;
  /** The button that shares it; absent until the document is open. */
  share?: ReactNode;
  /** All that can be done with it. */
  menu?: ReactNode;
};

/** The bar over a document: where I am, how far it is, how safe my words are, who is here, what I can do. */
export function DocumentBar({ place, status, saved, mode, tools, faces, share, menu }: Props) {
  return (
    <header className={classes['bar']}>
      <nav className={classes['place']} aria-label="Breadcrumb">
        {place}
      </nav>
      <div className={classes['state']}>
        {status}
        {saved}
      </div>
      <div className={classes['end']} data-steps-back>
        {faces}
        {mode}
        {share}
        <div ref={tools} className={classes['tools']} />
        {menu}
        <div className={classes['theme']}>
          <ThemeMenu />
        </div>
      </div>
    </header>
  );
}
