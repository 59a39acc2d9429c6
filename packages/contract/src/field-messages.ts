import { fieldTexts, type FieldCode, type FieldValues } from './field-texts.ts';

/** A message about a field in English, with its code and values, by which pages translate it. */
export type FieldMessage = {
  readonly message: string;
  readonly code?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
};

/** Messages of schemas. A schema creates its own when its module is loaded: there are about 100. */
const known = new Map<string, FieldMessage>();

/** Returns a message about a field. */
export function fieldMessage(code: FieldCode, values: FieldValues = {}): FieldMessage {
  const message = fieldTexts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString('en') : String(value);
  });
  return { message, code, ...(Object.keys(values).length > 0 ? { values } : {}) };
}

/**
 * Returns the message of a schema, in English. {@link messageOfIssue} finds its code and values.
 * The values are constants, so that the number of messages is limited.
 */
export function schemaMessage(code: FieldCode, values: FieldValues = {}): string {
  const made = fieldMessage(code, values);
  known.set(made.message, made);
  return made.message;
}

/** An issue that a schema reports. `params`: the message of an issue with computed values. */
export type Issue = {
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
};

/** Returns the message of an issue, with code and values if a schema of the contract made it. */
export function messageOfIssue({ message, params }: Issue): FieldMessage {
  const computed = params?.['field'] as FieldMessage | undefined;
  return computed ?? known.get(message) ?? { message };
}

/** Returns a message for a field, as an error of a problem document. */
export function wrongField(path: string, code: FieldCode, values: FieldValues = {}) {
  return { path, ...fieldMessage(code, values) };
}
