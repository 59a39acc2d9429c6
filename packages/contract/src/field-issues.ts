/** A message about a field in English, with its code and values, by which pages translate it. */
export type FieldMessage = {
  readonly message: string;
  readonly code?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
};

/** Messages of schemas. A schema creates its own when its module is loaded: there are about 100. */
const known = new Map<string, FieldMessage>();

/** Stores a message of a schema, whose values are constants, so that their number is limited. */
export function rememberMessage(made: FieldMessage): void {
  known.set(made.message, made);
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
