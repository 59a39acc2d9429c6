import { useEffect, useState } from 'react';

/**
 * Debounce (ms): longer than the time between two key presses in a word, too short to be noticed.
 */
const pause = 140;

/**
 * Debounces typed text before a request.
 *
 * @param text the current value of the field
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
