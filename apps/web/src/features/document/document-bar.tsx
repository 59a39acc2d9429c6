import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ThemeMenu } from '../../theme/theme-menu.tsx';
import classes from './document-bar.module.css';

type Props = {
  /** Breadcrumb: links to the ancestors of the document. */
  breadcrumb: ReactNode;
  /** Publication status of the document. */
  status?: ReactNode;
  /** Saved mark; absent if the user cannot write. */
  saved?: ReactNode;
  /** Current mode, as a select element if there is a choice. */
  mode?: ReactNode;
  /**
   * Ref callback for the container into which the open text renders tools, such as the side panel's
   * button.
   */
  tools?: (container: HTMLElement | null) => void;
  /** Avatars of the other users in this document. */
  faces?: ReactNode;
  /** Share button; absent until the document is open. */
  share?: ReactNode;
  /** Document menu. */
  menu?: ReactNode;
};

/**
 * The bar above a document: breadcrumb, status, saved mark, people present, mode, share button and
 * menu.
 */
export function DocumentBar({ breadcrumb, status, saved, mode, tools, faces, share, menu }: Props) {
  return (
    <header className={`strip ${classes['bar']}`}>
      <nav
        className={`strip ellipsis soft small ${classes['breadcrumb']}`}
        aria-label={t`Breadcrumb`}
      >
        {breadcrumb}
      </nav>
      <div className={`row rigid ${classes['state']}`}>
        {status}
        {saved}
      </div>
      <div className={`row rigid end ${classes['end']}`} data-steps-back>
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
