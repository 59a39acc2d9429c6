import type { DocumentStatus, Problem } from '@longhand/contract';
import { i18n } from './language.ts';

/** Returns the sentence of a refusal in the language of the page. */
export function refusalSentence({ code, detail }: Pick<Problem, 'code' | 'detail'>): string {
  return i18n._(`refusal.${code}`, undefined, { message: detail });
}

/** Returns the name of a status in the language of the page. `name`: in English. */
export function statusText(status: DocumentStatus, name: string): string {
  return i18n._(`status.${status}`, undefined, { message: name });
}
