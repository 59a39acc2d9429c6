import { isolate, type Part, type Sentence, sentenceParts } from '@longhand/contract';
import { i18n } from './language.ts';

/** Returns the parts of a sentence about an event, in the language of the page. */
export function partsOf(sentence: Sentence): readonly Part[] {
  return sentenceParts(sentence, (id, message, values) => i18n._(id, values, { message }));
}

/** Returns a sentence about an event as plain text, in the language of the page. */
export function plainSentence(sentence: Sentence): string {
  return partsOf(sentence)
    .map((part) => (typeof part === 'string' ? part : isolate(i18n.locale, part.text)))
    .join('');
}
