import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import { renderCaret } from '../../editor/carets.ts';
import type { PersonHere } from './use-people-here.ts';

/**
 * Vertical range of the window, as fractions from the top, in which a followed caret does not
 * scroll the page.
 */
const calmPart = { from: 0.25, to: 0.7 };

/** Maximum number of frames to wait for a caret to appear. */
const patience = 180;

/** User input that ends following. */
const ownWays = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** The followed user (id; null for none), and the function to start and stop following. */
export type Following = { readonly followedId: string | null; follow(id: string | null): void };

/**
 * Keeps another user's caret in view until the user acts or that user leaves. `announce` announces
 * the start and the end.
 */
export function useFollow(
  editor: Editor | null,
  awareness: Awareness,
  people: readonly PersonHere[],
  announce: (sentence: string) => void,
): Following {
  const [followedId, setFollowed] = useState<string | null>(null);
  const person = people.find(({ id }) => id === followedId);
  const isGone = followedId !== null && person === undefined;
  if (isGone) setFollowed(null);
  const clientId = person?.clientId ?? null;
  useEffect(() => {
    if (followedId === null) return;
    let frame = 0;
    const show = (tries = patience): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        // The caret is rendered after the awareness update, and the blocks around it get their
        // height when they are rendered.
        const caret =
          clientId === null || editor === null || editor.isDestroyed
            ? null
            : renderCaret(editor, clientId);
        if (!isNear(caret) && tries > 0) show(tries - 1);
      });
    };
    const moved = (): void => show();
    const stop = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('[data-faces]')) return;
      setFollowed(null);
    };
    show();
    awareness.on('change', moved);
    for (const way of ownWays) window.addEventListener(way, stop, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      awareness.off('change', moved);
      for (const way of ownWays) window.removeEventListener(way, stop, { capture: true });
    };
  }, [editor, awareness, followedId, clientId]);
  return {
    followedId,
    follow(id) {
      const whom = people.find((one) => one.id === id);
      setFollowed(whom?.id ?? null);
      if (whom?.clientId === null) announce(t`${{ name: whom.name }} has not placed a cursor yet.`);
      else if (whom) announce(t`Following ${{ name: whom.name }}. Type or scroll to stop.`);
    },
  };
}

/** Scrolls a caret to the middle of the window. Returns true if it is already near it. */
function isNear(caret: HTMLElement | null): boolean {
  if (caret === null) return false;
  const { top } = caret.getBoundingClientRect();
  if (top >= window.innerHeight * calmPart.from && top <= window.innerHeight * calmPart.to)
    return true;
  caret.scrollIntoView({ block: 'center' });
  return isAtEnd();
}

/** True if the page is scrolled to an end, so that a caret near that edge cannot come closer. */
function isAtEnd(): boolean {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  return scrollTop <= 0 || scrollTop + clientHeight >= scrollHeight - 1;
}
