import * as Y from 'yjs';

/** A run of characters in one formatting. `marks` are the attributes as the shared text holds them. */
export type Run = { text: string; marks: Readonly<Record<string, unknown>> };

/** What a walk through the shared text meets, in reading order. Every `enter` has its `leave`. */
export type Step =
  | { kind: 'enter'; name: string; attributes: Readonly<Record<string, unknown>> }
  | { kind: 'leave'; name: string }
  | { kind: 'text'; runs: readonly Run[] };

type Frame = { name: string; children: readonly unknown[]; next: number };

/**
 * Walks a shared fragment from its first to its last character. It keeps its own stack, because a document may be nested
 * deeper than the machine's stack; what is neither element nor text is passed over, because a foreign client may have
 * written anything.
 */
export function* walk(fragment: Y.XmlFragment): Generator<Step> {
  const frames: Frame[] = [{ name: '', children: fragment.toArray(), next: 0 }];
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (frame.next === frame.children.length) {
      frames.pop();
      if (frames.length > 0) yield { kind: 'leave', name: frame.name };
      continue;
    }
    const child = frame.children[frame.next++];
    if (child instanceof Y.XmlText) {
      yield { kind: 'text', runs: runsOf(child) };
    } else if (child instanceof Y.XmlElement) {
      yield { kind: 'enter', name: child.nodeName, attributes: child.getAttributes() };
      frames.push({ name: child.nodeName, children: child.toArray(), next: 0 });
    }
  }
}

/** The runs of a shared text, each as long as its formatting. What is not text is left out. */
export function runsOf(text: Y.XmlText): Run[] {
  const runs: Run[] = [];
  for (const part of text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]) {
    if (typeof part.insert === 'string') runs.push({ text: part.insert, marks: part.attributes ?? {} });
  }
  return runs;
}
