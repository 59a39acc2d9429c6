import { t } from '@lingui/core/macro';
import { closeCodes } from '@longhand/sync/protocol';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { currentUserKey } from '../../session/use-current-user.ts';
import { extractText } from '../../device/outbox/extract-text.ts';
import { saveTextFile } from '../../ui/save-text-file.ts';
import { serverName } from '../../ui/branding.ts';
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
 * Replaces a document that was deleted, is no longer shared, whose user was signed out, or whose
 * page is outdated. Offers the user's unsent text.
 */
export function Ended({ code, pendingUpdates, documentId, isGuest = false, more }: Props) {
  const { pathname } = useLocation();
  const store = useQueryClient();
  const unsentText = extractText(pendingUpdates);
  const isSignedOut = code === closeCodes.notSignedIn && !isGuest;
  const isOutdated = code === closeCodes.outdated;
  const isOfPage = isOutdated || code === closeCodes.tooManyConnections;
  const { title, text } = isGuest && !isOfPage ? guestMessage : messageFor(code);
  return (
    <main id="main" className={classes['ended']}>
      <h1>{title}</h1>
      <p>{text}</p>
      {pendingUpdates.length > 0 && <p>{adviceFor({ isSignedOut, isOutdated })}</p>}
      <p className={`row ${classes['actions']}`}>
        {isOutdated && (
          <button type="button" className="linkButton" onClick={() => location.reload()}>
            {t`Reload`}
          </button>
        )}
        {isSignedOut ? (
          <Link
            to="/auth"
            state={{ from: pathname }}
            onClick={() => store.setQueryData(currentUserKey, null)}
          >
            {t`Sign in again`}
          </Link>
        ) : (
          <Link to={isGuest ? '/' : '/dashboard'}>{isGuest ? t`Home` : t`Dashboard`}</Link>
        )}
        {unsentText !== '' && (
          <button
            type="button"
            className="linkButton"
            onClick={() => saveTextFile(t`${documentId}, not saved.txt`, unsentText)}
          >
            {t`Download a copy`}
          </button>
        )}
      </p>
      {more}
    </main>
  );
}

function adviceFor({ isSignedOut, isOutdated }: { isSignedOut: boolean; isOutdated: boolean }) {
  const stored = t`Your last changes have not reached the server. They are stored on this device`;
  if (isSignedOut) return t`${stored} and will be sent when you sign in again.`;
  if (isOutdated) return t`${stored} and will be sent after the page is reloaded.`;
  return t`The server can no longer accept your last changes. Save a copy.`;
}

const guestMessage = {
  title: t`You no longer have access`,
  text: t`The link has expired or was revoked, or an owner removed you. Ask the owner for a new link.`,
};

function messageFor(code: number): { title: string; text: string } {
  switch (code) {
    case closeCodes.notSignedIn:
      return {
        title: t`You are signed out`,
        text: t`This session has ended, here or on another device. Sign in to continue.`,
      };
    case closeCodes.notAllowed:
      return {
        title: t`This document is no longer shared with you`,
        text: t`An owner removed your access. Ask them if this was a mistake.`,
      };
    case closeCodes.outdated:
      return {
        title: t`${{ server: serverName() }} was updated`,
        text: t`This page is from the previous version. Reload it to continue.`,
      };
    case closeCodes.tooManyConnections:
      return {
        title: t`This document is open too many times`,
        text: t`Close it in other tabs of this browser, then reload this page.`,
      };
    default:
      return {
        title: t`Document not found`,
        text: t`It was deleted, or it is not shared with you.`,
      };
  }
}
