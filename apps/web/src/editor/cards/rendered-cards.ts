/** Elements of the rendered cards, and their heights. */
export type RenderedCards = {
  /** Adds the element of a card; null removes it. Its height is kept. */
  set(id: string, element: HTMLElement | null): void;
  /** Returns the element of a card; undefined if it is not rendered. */
  element(id: string): HTMLElement | undefined;
  /** Reads the heights of all elements. */
  measure(): void;
  /** Returns the last measured height of a card (pixels); undefined if it was never rendered. */
  height(id: string): number | undefined;
  /** Observes the heights of all elements, and of those that are added later. */
  observe(observer: ResizeObserver): void;
  stopObserving(): void;
  /** Moves the elements back to their positions in the list. */
  reset(): void;
};

/** Creates empty {@link RenderedCards}. */
export function createRenderedCards(): RenderedCards {
  const elements = new Map<string, HTMLElement>();
  const heights = new Map<string, number>();
  let watcher: ResizeObserver | null = null;
  return {
    set(id, element) {
      const before = elements.get(id);
      if (before && before !== element) watcher?.unobserve(before);
      if (element === null) elements.delete(id);
      else {
        elements.set(id, element);
        watcher?.observe(element);
      }
    },
    element: (id) => elements.get(id),
    measure() {
      for (const [id, element] of elements) heights.set(id, element.offsetHeight);
    },
    height: (id) => heights.get(id),
    observe(observer) {
      watcher = observer;
      for (const element of elements.values()) observer.observe(element);
    },
    stopObserving() {
      watcher?.disconnect();
      watcher = null;
    },
    reset() {
      for (const element of elements.values()) element.style.transform = '';
    },
  };
}
