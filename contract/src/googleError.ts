import { type Static, Type } from '@sinclair/typebox';
import type { ErrorResponse } from './resources.ts';

/** What clients of Google's APIs read from an error; operations that replace one of those APIs use this format. */
export const GoogleError = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.Integer({ minimum: 400, maximum: 599, description: 'The HTTP status.' }),
        message: Type.String(),
        status: Type.String({ description: 'Google’s name for the status.' }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false, $id: 'GoogleError' },
);
export type GoogleError = Static<typeof GoogleError>;

/** Google's names for statuses. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

/** An error in the format of Google's APIs. */
export function asGoogleError(status: number, message: ErrorResponse['message']): GoogleError {
  const text = typeof message === 'string' ? message : message.join('; ');
  return { error: { code: status, message: text, status: STATUSES[status] ?? 'INTERNAL' } };
}
