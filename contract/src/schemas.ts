import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';

/** Building blocks of the schemas. */
export const closed = { additionalProperties: false } as const;

export const Id = (description?: string) =>
  Type.String({ format: 'uuid', ...(description !== undefined && { description }) });
export const Time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });
/** The query of numbers within a range; a handler swaps reversed bounds. */
export const TimeBounds = Type.Object({ from: Type.Optional(Time()), to: Type.Optional(Time()) });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const TextOrNull = () => Nullable(Type.String());
export const Count = (description: string) => Type.Integer({ minimum: 0, description });
export const oneOf = <const Texts extends readonly string[]>(...texts: Texts) =>
  Type.Union(texts.map((text) => Type.Literal(text as Texts[number])));
export const FreeForm = (description?: string) =>
  Type.Record(Type.String(), Type.Unknown(), description === undefined ? {} : { description });
/** An object of a response or request without additional properties; `id` names it in the documents. */
export const Shape = <T extends TProperties>(id: string, properties: T): TObject<T> =>
  Type.Object(properties, { ...closed, $id: id });

/** Host names, `*.example.com` for every subdomain. */
export const Hosts = (description: string) =>
  Type.Array(
    Type.String({
      maxLength: 253,
      pattern:
        '^(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$',
      patternMessage: 'must be a host name such as shop.example.com, or *.example.com',
      example: 'shop.example.com',
    }),
    { maxItems: 100, description },
  );

/** Options of an id or a name: half of a surrogate pair would be stored as another character, and two of them as the same. */
export const WELL_FORMED = { format: 'unicode' } as const;

/** Options of a text that is stored: well-formed, and without the one character that the database does not take. */
export const STORABLE_TEXT = {
  ...WELL_FORMED,
  pattern: '^[^\\u0000]*$',
  patternMessage: 'must not contain a NUL character',
} as const;
