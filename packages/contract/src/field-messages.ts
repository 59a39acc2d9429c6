import { rememberMessage, type FieldMessage } from './field-issues.ts';
import { fieldTexts, type FieldCode, type FieldValues } from './field-texts.ts';

/** Returns a message about a field. */
export function fieldMessage(code: FieldCode, values: FieldValues = {}): FieldMessage {
  const message = fieldTexts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString('en') : String(value);
  });
  return { message, code, ...(Object.keys(values).length > 0 ? { values } : {}) };
}

/**
 * Returns the message of a schema, in English. `messageOfIssue` finds its code and values.
 *
 * @param values constants, because each message is stored
 */
export function schemaMessage(code: FieldCode, values: FieldValues = {}): string {
  const made = fieldMessage(code, values);
  rememberMessage(made);
  return made.message;
}

/** Returns a message for a field, as an error of a problem document. */
export function wrongField(path: string, code: FieldCode, values: FieldValues = {}) {
  return { path, ...fieldMessage(code, values) };
}
