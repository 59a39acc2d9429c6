import { AlignmentType, LevelFormat } from 'docx';
import type { NodeJson } from '../../schema/json.ts';

/** An inch in twips (twentieths of a point). */
const inch = 1440;

/** Indentation of lists and quotes (twips). */
export const indent = inch / 4;

/** Last numbering level in Word. Deeper lists stay on it. */
export const lastLevel = 8;

type NumberFormat = (typeof LevelFormat)[keyof typeof LevelFormat];

/**
 * A list with numbers or bullets. `reference`: its name in the file; `level`: number of lists
 * around it; `left`: its indentation (twips).
 */
export type NumberedList = {
  readonly reference: string;
  readonly start: number;
  readonly format: NumberFormat;
  readonly level: number;
  readonly left: number;
};

/** Word number formats by the HTML list type. */
const numberFormats: Readonly<Record<string, NumberFormat>> = {
  a: LevelFormat.LOWER_LETTER,
  A: LevelFormat.UPPER_LETTER,
  i: LevelFormat.LOWER_ROMAN,
  I: LevelFormat.UPPER_ROMAN,
};

/** Returns the number format of a list of bullets or numbers. */
export function formatOf({ type, attrs }: NodeJson): NumberFormat {
  return type === 'bulletList'
    ? LevelFormat.BULLET
    : (numberFormats[String(attrs?.['type'])] ?? LevelFormat.DECIMAL);
}

/** Returns the definition of a list's numbering, with all levels of Word. */
export function numbering({ reference, start, format, level: own, left }: NumberedList) {
  const isOrdered = format !== LevelFormat.BULLET;
  const levels = Array.from({ length: lastLevel + 1 }, (_, level) => ({
    level,
    format,
    text: isOrdered ? `%${level + 1}.` : '•',
    alignment: AlignmentType.START,
    start: level === own ? start : 1,
    style: {
      paragraph: {
        indent: { left: level === own ? left : (level + 1) * indent * 2, hanging: indent },
      },
    },
  }));
  return { reference, levels };
}
