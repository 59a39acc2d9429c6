import { encodeAny, toBase64 } from 'lib0/buffer';
import { equalityDeep } from 'lib0/function';
import { digest } from 'lib0/hash/sha256';
import * as Y from 'yjs';
import { textNodesOf, type MarkJson, type NodeJson } from './json.ts';
import { mayOverlap, plainMarks, wholeMark } from './schema.ts';
import { editsOf } from './tokens.ts';
import { runsOf } from './walk.ts';

/** A text of the shared document with these runs. */
export function newText(runs: readonly NodeJson[]): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(runs.map((run) => ({ insert: run.text ?? '', attributes: formatOf(run.marks) })));
  return text;
}

/** Makes a text of the shared document say `runs`. Words that stay are not touched, and formats are changed only where they differ. */
export function writeText(text: Y.XmlText, runs: readonly NodeJson[]): void {
  const before = runsOf(text)
    .map((run) => run.text)
    .join('');
  const after = runs.map((run) => run.text ?? '').join('');
  // From the end, so that places before it stay what they are.
  for (const { at, removed, added } of editsOf(before, after).toReversed()) {
    if (removed > 0) text.delete(at, removed);
    if (added !== '') text.insert(at, added, {});
  }
  writeFormats(text, runs);
}

/** Makes the formats of a text those of `runs`, which say the same letters; where they are the same nothing is written. */
export function writeFormats(text: Y.XmlText, runs: readonly NodeJson[]): void {
  const current = textNodesOf(runsOf(text));
  const keys = runsOf(text).map((run) => run.marks);
  let [here, there, at] = [0, 0, 0];
  let [left, wantedLeft] = [current[0]?.text?.length ?? 0, runs[0]?.text?.length ?? 0];
  while (here < current.length && there < runs.length) {
    const length = Math.min(left, wantedLeft);
    const wanted = runs[there]?.marks;
    if (length > 0 && JSON.stringify(plainMarks(current[here]?.marks)) !== JSON.stringify(plainMarks(wanted))) {
      const [given, format] = [keys[here] ?? {}, formatOf(wanted)];
      const gone = Object.keys(given).filter((name) => !(name in format));
      const come = Object.entries(format).filter(([name, value]) => !equalityDeep(given[name], value));
      // Nothing else: what is set again, Yjs begins anew, in the name of whoever writes now.
      text.format(at, length, Object.fromEntries([...gone.map((name) => [name, null] as const), ...come]));
    }
    [at, left, wantedLeft] = [at + length, left - length, wantedLeft - length];
    if (left === 0) left = current[++here]?.text?.length ?? 0;
    if (wantedLeft === 0) wantedLeft = runs[++there]?.text?.length ?? 0;
  }
}

/** Marks as the attributes of a shared text, as the editor's binding writes them. */
export function formatOf(marks: readonly MarkJson[] | undefined): Record<string, unknown> {
  return Object.fromEntries(
    plainMarks(marks).map((mark) => {
      const whole = wholeMark(mark);
      return [mayOverlap(mark.type) ? `${mark.type}--${hashOf({ type: mark.type, attrs: whole })}` : mark.type, whole];
    }),
  );
}

/** Six bytes that tell marks of one kind apart, as the editor's binding writes them. Source: y-tiptap 3.0.9, hashOfJSON. */
function hashOf(mark: Required<MarkJson>): string {
  const bytes = digest(encodeAny(mark));
  for (let i = 6; i < bytes.length; i += 1) bytes[i % 6] = (bytes[i % 6] ?? 0) ^ (bytes[i] ?? 0);
  return toBase64(bytes.slice(0, 6));
}
