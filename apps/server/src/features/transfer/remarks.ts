import { refusals } from '@longhand/contract';
import type { I18n } from '../../platform/translations.ts';
import { remarkTexts } from './remark-texts.ts';

/** A text with the parts between its values. */
type Pattern = {
  readonly text: string;
  readonly literals: readonly string[];
  readonly names: readonly string[];
};

const patterns: readonly Pattern[] = remarkTexts
  .filter((text) => text.includes('{'))
  .map((text) => {
    const parts = text.split(/\{(\w+)\}/);
    return {
      text,
      literals: parts.filter((_, at) => at % 2 === 0),
      names: parts.filter((_, at) => at % 2 === 1),
    };
  });

const fixed: ReadonlySet<string> = new Set(remarkTexts);

/** Ids of the sentences of refusals in the catalogs. */
const refused: ReadonlyMap<string, string> = new Map(
  Object.entries(refusals).map(([code, { detail }]) => [detail, `refusal.${code}`]),
);

/** Returns the values of a sentence, or null if it does not have the parts of the text. */
function valuesOf(sentence: string, { literals, names }: Pattern): Record<string, string> | null {
  const [first = '', ...others] = literals;
  const last = others.at(-1) ?? '';
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null;
  const values: Record<string, string> = {};
  let from = first.length;
  for (const [at, name] of names.entries()) {
    const literal = others[at] ?? '';
    const isLast = at === names.length - 1;
    const to = isLast ? sentence.length - literal.length : sentence.indexOf(literal, from);
    if (to < from) return null;
    values[name] = sentence.slice(from, to);
    from = to + literal.length;
  }
  return values;
}

/**
 * Returns a sentence of a report in the language of `i18n`. A sentence without a translation stays
 * English.
 */
export function remarkIn(i18n: I18n, sentence: string): string {
  if (i18n.locale === 'en') return sentence;
  if (fixed.has(sentence)) return i18n._(sentence);
  const refusal = refused.get(sentence);
  if (refusal !== undefined) return i18n._(refusal, undefined, { message: sentence });
  for (const pattern of patterns) {
    const values = valuesOf(sentence, pattern);
    if (values === null) continue;
    const { reason } = values;
    return i18n._(pattern.text, {
      ...values,
      // A reason is a sentence itself, and shorter than this one.
      ...(reason !== undefined && { reason: remarkIn(i18n, reason) }),
    });
  }
  return sentence;
}
