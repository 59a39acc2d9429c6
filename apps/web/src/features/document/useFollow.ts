import { useEffect, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import { caretOf } from './carets.ts';
import type { PersonHere } from './usePeopleHere.ts';

/** The part of the window, from the top, in which a caret may move without the page moving. */
const calmPart = { from: 0.25, to: 0.7 };

/** Frames in which a caret that is to be shown may still come about. */
const patience = 180;

/** What a person does who wants to look for themselves. */
const ownWays = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Whom the page follows (the id of a person, null for nobody), and the way to begin and to end it. */
export type Following = { readonly followedId: string | null; follow(id: string | null): void };

/** Keeps the caret of somebody else in sight, until one does something oneself, or they leave. `say` tells what begins and ends. */
export function useFollow(awareness: Awareness, people: readonly PersonHere[], say: (sentence: string) => void): Following {
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
        // The caret is drawn after the awareness has told of it, and blocks out of sight get their height as they come near.
        if (!isNear(clientId === null ? null : caretOf(document, clientId)) && tries > 0) show(tries - 1);
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
  }, [awareness, followedId, clientId]);
  return {
    followedId,
    follow(id) {
      const whom = people.find((one) => one.id === id);
      setFollowed(whom?.id ?? null);
      if (whom?.clientId === null) say(`${whom.name} has not placed a cursor yet.`);
      else if (whom) say(`Following ${whom.name}. Type or scroll to stop.`);
    },
  };
}

/** Brings a caret near the middle of the window; answers whether it is there already. */
function isNear(caret: HTMLElement | null): boolean {
  if (caret === null) return false;
  const { top } = caret.getBoundingClientRect();
  if (top >= window.innerHeight * calmPart.from && top <= window.innerHeight * calmPart.to) return true;
  caret.scrollIntoView({ block: 'center' });
  return isAtEnd();
}

/** Whether the page cannot be scrolled further: then what is at its edge is as near as it can be. */
function isAtEnd(): boolean {
  const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
  return scrollTop <= 0 || scrollTop + clientHeight >= scrollHeight - 1;
}
