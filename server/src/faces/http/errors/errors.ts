import { codeOfStatus, ERROR_CODES } from '@fairlead/contract/errors';
import type { ErrorResponse, ProblemDocument } from '@fairlead/contract/resources';
import { isUnavailable } from '#platform/db/connections/isUnavailable.ts';
import { isClientDisconnect } from '#platform/lib/web/isClientDisconnect.ts';
import { Problem } from '#platform/lib/Problem.ts';
import { prefersType } from '../server/headers/prefersType.ts';
import type { RequestFacts } from '#platform/lib/web/requestFacts.ts';

export interface RenderedError {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorResponse | ProblemDocument;
}

interface Context {
  readonly request: RequestFacts;
  /** Path of the request, for problem documents. */
  readonly path: string;
  readonly docsUrl: string;
  readonly sdkClient: boolean;
  readonly logUnknown: (error: unknown) => void;
}

/** The one renderer of errors (Rule: errors); unknown errors are logged and answered without details. */
export function renderError(error: unknown, context: Context): RenderedError {
  const problem = toProblem(error, context);
  const { status, title } = ERROR_CODES[problem.code];
  if (
    prefersType(context.request.header('accept'), 'application/problem+json', 'application/json')
  ) {
    return {
      status,
      contentType: 'application/problem+json; charset=utf-8',
      headers: problem.headers,
      body: {
        type: `${context.docsUrl}/errors/${problem.code}`,
        title,
        status,
        detail: problem.message,
        instance: context.path,
        code: problem.code,
        errors: [...problem.findings],
        ...problem.members,
      },
    };
  }
  return {
    status,
    contentType: 'application/json; charset=utf-8',
    headers: problem.headers,
    body: {
      statusCode: status,
      // SDK clients read a string only (Rule: sdk-clients).
      message:
        problem.messages.length === 1 || context.sdkClient
          ? problem.message
          : [...problem.messages],
      error: problem.code,
      ...problem.members,
    },
  };
}

function toProblem(error: unknown, context: Context): Problem {
  if (error instanceof Problem) return error;
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const code = codeOfStatus(statusCode);
    return new Problem(code, message ?? ERROR_CODES[code].title);
  }
  if (isClientDisconnect(error)) return new Problem('VALIDATION_ERROR', 'The body broke off');
  context.logUnknown(error);
  if (isUnavailable(error)) {
    return new Problem('UNAVAILABLE', 'The service is temporarily unavailable; try again', {
      'retry-after': '5',
    });
  }
  return new Problem('INTERNAL', `Something went wrong; the request id is ${context.request.id}`);
}
