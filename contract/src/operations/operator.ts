import { Type, type Static } from '@sinclair/typebox';
import { operation } from '../operation.ts';
import { closed, WELL_FORMED } from '../schemas.ts';
import { LIMITS } from '../limits.ts';

export const IosApp = Type.Object(
  {
    teamId: Type.Optional(
      Type.String({
        pattern: '^[A-Z0-9]{10}$',
        patternMessage: 'must be a team ID: 10 capital letters and digits, such as ABCDE12345',
        example: 'ABCDE12345',
      }),
    ),
    bundleId: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9.-]{1,155}$',
        patternMessage: 'must be a bundle identifier such as com.example.app',
      }),
    ),
    scheme: Type.Optional(
      Type.String({
        pattern: '^[a-zA-Z][a-zA-Z0-9+.-]{0,63}$',
        patternMessage: 'must be a URL scheme such as myapp, without ://',
      }),
    ),
    storeId: Type.Optional(
      Type.String({
        pattern: '^(id)?[0-9]{1,20}$',
        patternMessage: 'must be the number of the App Store page',
      }),
    ),
  },
  { ...closed, description: 'The iOS app of the project.' },
);
export type IosApp = Static<typeof IosApp>;

export const AndroidApp = Type.Object(
  {
    packageName: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$',
        maxLength: 255,
        patternMessage: 'must be a package name such as com.example.app',
      }),
    ),
    sha256Fingerprints: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$|^[0-9A-Fa-f]{64}$',
          patternMessage: 'must be a SHA-256 fingerprint: 32 bytes in hex, with or without colons',
        }),
        { maxItems: 20 },
      ),
    ),
    scheme: Type.Optional(
      Type.String({
        pattern: '^[a-zA-Z][a-zA-Z0-9+.-]{0,63}$',
        patternMessage: 'must be a URL scheme such as myapp, without ://',
      }),
    ),
  },
  { ...closed, description: 'The Android app of the project.' },
);
export type AndroidApp = Static<typeof AndroidApp>;

export const ProvisionRequest = Type.Object(
  {
    name: Type.String({ ...WELL_FORMED, minLength: 1, maxLength: LIMITS.nameLength }),
    plan: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'A plan in the catalogue, or self-hosted. Defaults to the plan of projects created in the dashboard.',
      }),
    ),
    domain: Type.Optional(Type.String({ format: 'hostname' })),
    userEmail: Type.Optional(Type.String({ format: 'email' })),
    defaultUrl: Type.Optional(Type.String({ format: 'uri' })),
    ios: Type.Optional(IosApp),
    android: Type.Optional(AndroidApp),
  },
  { ...closed, $id: 'ProvisionRequest' },
);
export type ProvisionRequest = Static<typeof ProvisionRequest>;

/** Rule: surfaces 9: what `fairlead provision --json` prints. */
export const Provisioned = Type.Object(
  {
    projectId: Type.String({ format: 'uuid' }),
    plan: Type.String(),
    appKey: Type.String({ description: 'A secret key; shown only once.' }),
    domain: Type.Union([Type.String(), Type.Null()]),
    linkOrigin: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
    baseUrl: Type.String({ format: 'uri' }),
    userEmail: Type.String(),
    userPassword: Type.String(),
    sessionToken: Type.String(),
  },
  { ...closed, $id: 'Provisioned' },
);
export type Provisioned = Static<typeof Provisioned>;

export const provision = operation({
  id: 'provision',
  method: 'POST',
  path: '/admin/provision',
  api: 'dashboard',
  tag: 'Operator',
  summary: 'Create a user, a project, a verified domain and a secret key',
  description: 'For the operator. The domain counts as verified without a DNS check.',
  auth: 'instanceAdmin',
  limitClass: 'none',
  body: ProvisionRequest,
  replies: { 201: { description: 'Everything that was created.', schema: Provisioned } },
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
});
