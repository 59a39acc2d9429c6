import { kinds, type StructKind } from '../struct-index.ts';
import { Refused } from '../../protocol/refused.ts';
import type { Struct } from '../../protocol/update.ts';

const { gone, letter, format, marker, dead, markerValue, containerValue, record } = kinds;

/** Returns the kind of a unit that is known or was placed before. */
export type Find = (client: number, clock: number) => StructKind;

/**
 * Returns the kind of place of units of a kind: the text, the values of a marker, the containers,
 * or the suggestions.
 */
const placeOf = (kind: StructKind): StructKind =>
  kind === format || kind === marker || kind === dead ? letter : kind;

/**
 * Valid names of values, and valid keys of containers: an id, with a value name if a single value
 * is set.
 */
const names = /^[\w.-]{1,64}$/;
const containerKeys = /^[\w.-]{1,64}(\/[\w.-]{1,64})?$/;

/**
 * Returns the kind of a struct: [UPD4], [UPD5]. A document has three roots: `text`, `containers`
 * and `suggestions`.
 * @throws Refused if documents have no such struct
 */
export function kindOfStruct(struct: Struct, find: Find): StructKind {
  if (struct.content === 'gone') return gone;
  const left = struct.hasLeft ? placeOf(find(struct.leftClient, struct.leftClock)) : null;
  const right = struct.hasRight ? placeOf(find(struct.rightClient, struct.rightClock)) : null;
  // Also if one of them is gone: a replica that still has it would show the struct, others not.
  if (left !== null && right !== null && left !== right)
    throw new Refused('structure', 'neighbours of different parents');
  const place = left ?? right ?? inside(struct, find);
  if (place === gone) return gone;
  return place === letter ? kindInText(struct) : kindOfValue(struct, place);
}

function inside(struct: Struct, find: Find): StructKind {
  const { rootName, isAttribute, attribute } = struct;
  if (!struct.hasParent) {
    if (rootName === 'text' && !isAttribute) return letter;
    if (rootName === 'suggestions' && !isAttribute) return record;
    if (rootName !== 'containers' || !isAttribute)
      throw new Refused('structure', 'a root that documents do not have');
    if (!containerKeys.test(attribute))
      throw new Refused('structure', 'an id that containers do not have');
    return containerValue;
  }
  const key = find(struct.parentClient, struct.parentClock);
  const isGone = key === gone || key === dead;
  if (!isAttribute || (key !== marker && !isGone))
    throw new Refused('structure', 'parent is not a marker');
  if (!names.test(attribute)) throw new Refused('structure', 'a name that values do not have');
  return isGone ? gone : markerValue;
}

function kindInText({ content }: Struct): StructKind {
  if (content === 'text') return letter;
  if (content === 'map') return marker;
  if (content === 'mark') return format;
  if (content === 'deleted') return dead;
  throw new Refused('structure', `${content} in the text`);
}

function kindOfValue({ content }: Struct, place: StructKind): StructKind {
  if (content === 'value' || content === 'deleted') return place;
  throw new Refused('structure', `${content} among values`);
}
