import type { Kind } from './kinds.ts';

/** A variable of the environment. */
interface Setting<T> {
  readonly name: string;
  /** Its value, given its text without spaces around it; undefined: unset. Adds what is wrong to `mistakes`. */
  readonly read: (text: string | undefined, mistakes: string[]) => T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** What a table of settings gives when it is read. */
export type ValuesOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** `standard` is the value of a variable that is unset, and while it is wrong. */
export function setting<T>(name: string, kind: Kind<T>): Setting<T | undefined>;
export function setting<T>(name: string, kind: Kind<T>, standard: NoInfer<T>): Setting<T>;
export function setting<T>(name: string, kind: Kind<T>, standard?: T): Setting<T | undefined> {
  return {
    name,
    read(text, mistakes) {
      if (text === undefined) return standard;
      const read = kind(text);
      if ('value' in read) return read.value;
      mistakes.push(`${name} ${read.wrong}`);
      return standard;
    },
  };
}

export type Env = Readonly<Record<string, string | undefined>>;

/** The text of a variable; undefined if it is unset or empty. */
export function textOf(env: Env, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

export function readSettings<S extends Settings>(
  settings: S,
  env: Env,
  mistakes: string[],
): ValuesOf<S> {
  const values = Object.entries(settings).map(([field, { name, read }]) => [
    field,
    read(textOf(env, name), mistakes),
  ]);
  return Object.fromEntries(values) as ValuesOf<S>;
}
