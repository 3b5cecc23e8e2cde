import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { FREE_FORM_SIZE, LIMITS } from './limits.ts';
import './formats.ts';
import { installReferrers } from './installReferrers.ts';
import { closed, Nullable, STORABLE_TEXT } from './schemas.ts';

/**
 * What an app reports about its device in addition to the purpose of the call. `bestEffort`: an SDK
 * client's invalid value is omitted instead of refused (Rule: sdk-clients).
 */
const Telemetry = <T extends TSchema>(schema: T) => Type.Optional({ ...schema, bestEffort: true });
const TelemetryText = (description: string) =>
  Telemetry(Type.String({ ...STORABLE_TEXT, maxLength: LIMITS.telemetryLength, description }));
const DeviceId = (description: string) =>
  Telemetry(Type.String({ ...STORABLE_TEXT, maxLength: LIMITS.installationIdLength, description }));

const InstallationId = (description: string) =>
  Type.String({
    ...STORABLE_TEXT,
    minLength: 1,
    maxLength: LIMITS.installationIdLength,
    description,
  });

const circumstances = {
  networkType: TelemetryText('For example wifi or cellular.'),
  deviceOrientation: TelemetryText('For example portrait.'),
  batteryLevel: Telemetry(
    Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1 (full).' }),
  ),
  isCharging: Telemetry(Type.Boolean()),
  metadata: Telemetry(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `Free-form. ${FREE_FORM_SIZE}`,
    }),
  ),
};

const trackedFields = {
  installationId: InstallationId('Stable identifier supplied by the app; matched exactly.'),
  deviceId: DeviceId('Identifier of the device.'),
  deviceModel: TelemetryText('For example Pixel 9.'),
  deviceManufacturer: TelemetryText('For example Google.'),
  osName: TelemetryText('For example Android.'),
  osVersion: TelemetryText('For example 15.'),
  appVersion: TelemetryText('For example 2.4.0.'),
  appBuild: TelemetryText('For example 240.'),
  language: TelemetryText('BCP 47 tag, such as de-AT.'),
  timezone: TelemetryText('IANA name, such as Europe/Vienna.'),
  ...circumstances,
};

/** Rule: resources 8. */
export const TrackInstallationRequest = Type.Object(trackedFields, {
  ...closed,
  $id: 'TrackInstallationRequest',
});
export type TrackInstallationRequest = Static<typeof TrackInstallationRequest>;

/** Rule: sdk-clients: a tracked installation and the start of its session in one call. */
export const BootstrapRequest = Type.Object(
  {
    ...trackedFields,
    persistentDeviceId: DeviceId(
      'Device identifier that survives reinstallation; used to detect reinstalls.',
    ),
    ...installReferrers,
  },
  { ...closed, $id: 'BootstrapRequest' },
);
export type BootstrapRequest = Static<typeof BootstrapRequest>;

/** Rule: resources 8. */
export const StartSessionRequest = Type.Object(
  {
    installationId: Type.Optional(
      InstallationId(
        "The app's own identifier, or the service's record identifier; if omitted, the installation of the token.",
      ),
    ),
    ...circumstances,
  },
  { ...closed, $id: 'StartSessionRequest' },
);
export type StartSessionRequest = Static<typeof StartSessionRequest>;

/** Rule: sessions 5 and 6. */
export const IdentifyRequest = Type.Object(
  {
    installationId: Type.Optional(
      InstallationId(
        "The app's own identifier, or the service's record identifier; if omitted, the installation of the token.",
      ),
    ),
    customerId: Nullable(
      Type.String({
        ...STORABLE_TEXT,
        minLength: 1,
        maxLength: LIMITS.installationIdLength,
        description:
          'Your own id of the person who is signed in, matched exactly; null if nobody is. Not an email address: an id that means nothing to others.',
      }),
    ),
    proof: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Fa-f]{64}$',
        patternMessage:
          'must be 64 hexadecimal digits: the HMAC-SHA256 of customerId with the identity secret of the project',
        description:
          "The hex HMAC-SHA256 of `customerId` (UTF-8) with the project's identity secret, made on your server. Publishable keys need it where the project setting `identify` is `signed`, unless `customerId` is null; elsewhere it is not looked at.",
      }),
    ),
  },
  { ...closed, $id: 'IdentifyRequest' },
);
export type IdentifyRequest = Static<typeof IdentifyRequest>;

const RecordId = () =>
  Type.String({ format: 'uuid', description: "The service's record identifier." });
const Token = `Signed JWT that identifies the installation for ${LIMITS.installationTokenRefreshDays} to ${LIMITS.installationTokenDays} days.`;

/** Rule: resources 8. */
export const TrackInstallationResponse = Type.Object(
  {
    success: Type.Literal(true),
    installationId: RecordId(),
    isNew: Type.Boolean(),
    installationToken: Type.Optional(Type.String({ description: Token })),
  },
  { ...closed, $id: 'TrackInstallationResponse' },
);

/** Rule: sdk-clients: what an SDK needs before anything else. No field is ever null. */
export const BootstrapResponse = Type.Object(
  {
    success: Type.Literal(true),
    installationId: RecordId(),
    isNew: Type.Boolean(),
    installationToken: Type.String({ description: Token }),
    sessionId: Type.String({ format: 'uuid' }),
    isReinstall: Type.Boolean({
      description:
        'True only in the response that first records a known device under a new installation.',
    }),
    previousInstallationId: Type.Optional(
      Type.String({
        description:
          "The app's own identifier for the older installation; in later responses too, for an app that did not receive the first, until the older one is erased.",
      }),
    ),
    reinstallDetectedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Sent with `previousInstallationId`.' }),
    ),
  },
  { ...closed, $id: 'BootstrapResponse' },
);
export type BootstrapResponse = Static<typeof BootstrapResponse>;

/** Rule: resources 8. */
export const StartSessionResponse = Type.Object(
  { success: Type.Literal(true), sessionId: Type.String({ format: 'uuid' }) },
  { ...closed, $id: 'StartSessionResponse' },
);

/** Rule: sessions 2. */
export const SuccessResponse = Type.Object(
  { success: Type.Boolean() },
  { ...closed, $id: 'SuccessResponse' },
);
