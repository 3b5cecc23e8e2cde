import { Type } from '@sinclair/typebox';

/** The headers by which a request identifies its installation, the most reliable first. */
export const installationHeaders = Type.Object({
  'x-installation-token': Type.Optional(Type.String({ description: 'Token of the installation.' })),
  'x-installation-id': Type.Optional(
    Type.String({ description: "The app's own identifier of the installation. Legacy." }),
  ),
  'x-device-id': Type.Optional(
    Type.String({ description: 'Identifier of the device or the installation. Legacy.' }),
  ),
});

/** Rule: resolve 3; `svc` stands for the client's brand. */
export const INSTALLATION_CONTEXT = {
  'x-installation-token': 'A fresh installation token, when needed.',
  'x-svc-context': 'One of installation-attached, auto-installed, none.',
  'x-svc-warning': 'missing_device_id, when no installation context exists.',
} as const;
