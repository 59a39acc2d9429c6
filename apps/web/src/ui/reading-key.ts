const mirrored: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};

/**
 * Returns a key as in a page from left to right: in a page from right to left, ArrowLeft points
 * forwards, and becomes ArrowRight.
 *
 * @param key the property `key` of a keyboard event
 */
export function readingKey(key: string): string {
  return document.documentElement.dir === 'rtl' ? (mirrored[key] ?? key) : key;
}
