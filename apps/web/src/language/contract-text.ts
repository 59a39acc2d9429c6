import { type DocumentStatus, type FieldMessage, type Problem } from '@longhand/contract';
import { i18n, language } from './language.ts';

/** Returns the sentence of a refusal in the language of the page. */
export function refusalSentence({ code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  return i18n._(`refusal.${code}`, undefined, { message: detail });
}

/** Returns the name of a status in the language of the page. `name`: in English. */
export function statusText(status: DocumentStatus, name: string): string {
  return i18n._(`status.${status}`, undefined, { message: name });
}

/** Returns a message about a field in the language of the page. */
export function fieldText({ code, values = {}, message }: FieldMessage): string {
  if (code === undefined) return message;
  const shown = Object.entries(values).map(([key, value]) => {
    if (key === 'what')
      return [key, i18n._(`field_name.${value}`, undefined, { message: String(value) })];
    return [key, typeof value === 'number' ? value.toLocaleString(language) : value];
  });
  return i18n._(`field.${code}`, Object.fromEntries(shown), { message });
}
