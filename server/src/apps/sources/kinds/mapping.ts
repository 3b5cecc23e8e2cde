import { finding, type Finding } from '@fairlead/contract/finding';
import { closed, oneOf } from '@fairlead/contract/schemas';
import { type Static, Type } from '@sinclair/typebox';

const Path = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^.\\u0000]+(\\.[^.\\u0000]+)*$',
  patternMessage: 'must be a path with dots, such as data.items.0.id',
});
const Text = Type.String({ minLength: 1, maxLength: 255 });
const Header = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9-]+$',
  patternMessage: 'must be the name of a header',
});
const PathOrValue = { path: Type.Optional(Path), value: Type.Optional(Text) };
const Given = Type.Object(
  { path: Path, value: Type.Union([Text, Type.Boolean(), Type.Number()]) },
  closed,
);

/** Where in the messages of a service everything is. */
export const Mapping = Type.Object(
  {
    signature: Type.Object(
      {
        scheme: oneOf('header', 'hmac-sha256', 'standard-webhooks'),
        header: Type.Optional(Header),
        encoding: Type.Optional(oneOf('hex', 'base64')),
        prefix: Type.Optional(Text),
      },
      closed,
    ),
    /** The list of events, if a message has several; all paths are then from its items. A path that begins with `$` is from the message. */
    events: Type.Optional(Path),
    /** Only these are events. */
    when: Type.Optional(Given),
    eventId: Path,
    name: Type.Object(
      { ...PathOrValue, names: Type.Optional(Type.Record(Type.String(), Text)) },
      closed,
    ),
    at: Type.Optional(
      Type.Object({ path: Path, unit: oneOf('iso', 'seconds', 'milliseconds') }, closed),
    ),
    customerId: Type.Optional(Path),
    installationId: Type.Optional(Path),
    clickId: Type.Optional(Path),
    transactionId: Type.Optional(Path),
    amount: Type.Optional(
      Type.Object(
        {
          path: Path,
          unit: oneOf('minor', 'major'),
          /** Names of events that give the amount back, whatever its sign is. */
          refunds: Type.Optional(Type.Array(Text, { maxItems: 20 })),
        },
        closed,
      ),
    ),
    currency: Type.Optional(Type.Object(PathOrValue, closed)),
    quantity: Type.Optional(Path),
    test: Type.Optional(Given),
  },
  closed,
);
export type Mapping = Static<typeof Mapping>;

export function checkMapping({ signature, name, amount, currency }: Mapping): Finding[] {
  const findings: Finding[] = [];
  const require = (field: string, isThere: boolean, message: string) => {
    if (!isThere) findings.push(finding(field.split('.'), 'required', message));
  };
  const needsHeader = signature.scheme !== 'standard-webhooks';
  require('signature.header', !needsHeader ||
    signature.header !==
      undefined, 'signature.header is required: the header that the signature is in');
  require('name', isOneOf(name), 'name must have either path or value');
  require('currency', (amount === undefined && currency === undefined) ||
    (currency !== undefined &&
      isOneOf(currency)), 'currency must have either path or value where there is an amount');
  return findings;
}

const isOneOf = ({ path, value }: { readonly path?: string; readonly value?: string }) =>
  (path === undefined) !== (value === undefined);
