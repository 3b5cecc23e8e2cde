type Write = (details: object, message: string) => void;

/** What our code requires of a log; pino's logger fits. */
export type Log = { readonly info: Write; readonly warn: Write; readonly error: Write };
