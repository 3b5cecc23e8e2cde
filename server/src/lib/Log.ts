type Write = (details: object, message: string) => void;

/** What our code asks of a log; pino's logger is one. */
export type Log = { readonly info: Write; readonly warn: Write; readonly error: Write };
