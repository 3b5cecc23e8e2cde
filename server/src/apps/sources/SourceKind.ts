import type { AppEvent } from '@fairlead/contract/eventResources';
import type { Finding } from '@fairlead/contract/finding';
import type { Static, TObject } from '@sinclair/typebox';
import type { SecondNames } from '../installations/nameCustomer.ts';
import type { SourceTrust } from './createSourceTrust.ts';

/** What a provider has sent. */
export interface SourceCall {
  /** The bytes as received: once parsed and serialized again, they have another signature. */
  readonly body: Buffer;
  /** Takes a lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** What a call says: `eventId` is the provider's own id. */
export interface SourceReading {
  readonly events: readonly AppEvent[];
  /** Other ids by which it calls a customer. */
  readonly secondNames?: SecondNames | undefined;
  /** Why some of it was left out, for the people who have set the source up. */
  readonly problem?: string;
}

/** A service that sends events. Another one is a file of its own and a line in `sourceKinds.ts`. */
export interface SourceKind<S extends TObject = TObject> {
  readonly settings: S;
  /** Whether it signs with a secret, rather than with a key whose public part everybody knows. */
  readonly takesSecret: boolean;
  /** Rules that the schema cannot express. */
  check?(settings: Static<S>): readonly Finding[];
  /** Why this cannot be its secret. */
  checkSecret?(secret: string, settings: Static<S>): string | undefined;
  /** What the provider says. Throws UNAUTHORIZED unless the provider has signed it, VALIDATION_ERROR if it is none of its messages. */
  verify(
    call: SourceCall,
    settings: Static<S>,
    secret: string,
    trust: SourceTrust,
  ): Promise<unknown>;
  /** Throws VALIDATION_ERROR for what is none of its messages. */
  read(content: unknown, settings: Static<S>): SourceReading;
}
