import { Type } from '@sinclair/typebox';

/** The headers by which a request identifies its installation, the most reliable first. */
export const installationHeaders = Type.Object({
  'x-installation-token': Type.Optional(Type.String({ description: 'The installation token.' })),
  'x-installation-id': Type.Optional(
    Type.String({ description: "The app's own identifier for the installation. Legacy." }),
  ),
  'x-device-id': Type.Optional(
    Type.String({ description: 'Identifier of the device or the installation. Legacy.' }),
  ),
});

/** Rule: resolve 3; `svc` stands for the client's brand. */
export const INSTALLATION_CONTEXT = {
  'x-installation-token': 'A new installation token, if one is needed.',
  'x-svc-context': 'One of installation-attached, auto-installed, none.',
  'x-svc-warning': 'missing_device_id, if there is no installation context.',
} as const;
