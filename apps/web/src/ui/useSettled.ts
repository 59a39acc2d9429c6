import { useEffect, useState } from 'react';

/** Debounce in milliseconds: longer than between two letters of a word, too short to be noticed. */
const pause = 140;

/**
 * Debounces a text that is typed, before the server is asked for it.
 *
 * @param text what stands in the field now
 * @returns the text once it has not changed for 140 ms; an empty text at once
 */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
