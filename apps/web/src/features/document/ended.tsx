import { closeCodes } from '@longhand/sync/protocol';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { currentUserKey } from '../../session/use-current-user.ts';
import { extractText } from '../../device/outbox/extract-text.ts';
import { saveTextFile } from '../../ui/save-text-file.ts';
import classes from './ended.module.css';

type Props = {
  /** Close code with which the server ended the live channel. */
  code: number;
  /** Updates that the server did not store. */
  pendingUpdates: readonly Uint8Array[];
  documentId: string;
  /** True for a guest, a user who came in by a link. */
  isGuest?: boolean;
  /** Additional actions. */
  more?: ReactNode;
};

/**
 * Replaces a document that was deleted, is no longer shared, or whose user was signed out. Offers
 * the user's unsent text.
 */
export function Ended({ code, pendingUpdates, documentId, isGuest = false, more }: Props) {
  const { pathname } = useLocation();
  const store = useQueryClient();
  const unsentText = extractText(pendingUpdates);
  const isSignedOut = code === closeCodes.notSignedIn && !isGuest;
  const { title, text } = isGuest ? guestMessage : messageFor(code);
  return (
    <main id="main" className={classes['ended']}>
      <h1>{title}</h1>
      <p>{text}</p>
      {pendingUpdates.length > 0 && (
        <p>
          {isSignedOut
            ? 'Your last changes have not reached the server. They are stored on this device and will be sent when you sign in again.'
            : 'The server can no longer accept your last changes. Save a copy.'}
        </p>
      )}
      <p className={`row ${classes['actions']}`}>
        {isSignedOut ? (
          <Link
            to="/auth"
            state={{ from: pathname }}
            onClick={() => store.setQueryData(currentUserKey, null)}
          >
            Sign in again
          </Link>
        ) : (
          <Link to={isGuest ? '/' : '/dashboard'}>{isGuest ? 'Home' : 'Dashboard'}</Link>
        )}
        {unsentText !== '' && (
          <button
            type="button"
            className="linkButton"
            onClick={() => saveTextFile(`${documentId}, not saved.txt`, unsentText)}
          >
            Download a copy
          </button>
        )}
      </p>
      {more}
    </main>
  );
}

const guestMessage = {
  title: 'You no longer have access',
  text: 'The link has expired or was revoked, or an owner removed you. Ask the owner for a new link.',
};

function messageFor(code: number): { title: string; text: string } {
  switch (code) {
    case closeCodes.notSignedIn:
      return {
        title: 'You are signed out',
        text: 'This session has ended, here or on another device. Sign in to continue.',
      };
    case closeCodes.notAllowed:
      return {
        title: 'This document is no longer shared with you',
        text: 'An owner removed your access. Ask them if this was a mistake.',
      };
    default:
      return { title: 'Document not found', text: 'It was deleted, or it is not shared with you.' };
  }
}
