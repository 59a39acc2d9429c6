/** Elements that can have the focus, in the order of the page. */
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), ' +
  'textarea:not(:disabled), summary, [tabindex]';

/** Returns the elements of an area that Tab reaches. */
export function focusableIn(area: HTMLElement): readonly HTMLElement[] {
  return [...area.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
}

/** Returns the first element after another one, and not in it, that Tab reaches. */
export function focusableAfter(element: HTMLElement): HTMLElement | undefined {
  return focusableIn(document.body).find(
    (other) =>
      !element.contains(other) &&
      (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
}
