type Write = (fields: object, message?: string) => void;

/** Log of this package: the methods of pino that it calls. */
export type Logger = {
  readonly debug: Write;
  readonly warn: Write & ((message: string) => void);
  readonly error: Write & ((message: string) => void);
};
