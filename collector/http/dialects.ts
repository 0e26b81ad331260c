import { errorSchemaUri } from '@sonde/shared/schemas/people/scim.ts';
import { taxiiMediaType } from '@sonde/shared/schemas/taxii.ts';

/** A failure, as far as a dialect tells it in words of its own. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string;
}

/** A protocol with a JSON of its own: another content type, and other members in the answers to failed requests. */
export interface DialectRules {
  /** The content type of answers. */
  readonly type: string;
  /** The content types of requests with JSON, the first of them as the document of the API names it. */
  readonly accepted: readonly string[];
  /** Makes the members that a failure has besides those of all failures. */
  readonly describeFailure: (failure: Failure) => Readonly<Record<string, unknown>>;
}

/** SCIM (RFC 7644 sections 3.1 and 3.12) and TAXII (version 2.1, sections 1.6 and 3.6.1). */
export type Dialect = 'scim' | 'taxii';

export const dialects: Readonly<Record<Dialect, DialectRules>> = {
  scim: {
    type: 'application/scim+json; charset=utf-8',
    accepted: ['application/scim+json', 'application/json'],
    describeFailure: ({ status, code, message }) => ({
      schemas: [errorSchemaUri],
      status: String(status),
      detail: message,
      ...scimKind(code),
    }),
  },
  taxii: {
    type: taxiiMediaType,
    accepted: ['application/json'],
    describeFailure: ({ status, code, message, requestId }) => ({
      title: message,
      error_id: requestId,
      error_code: code,
      http_status: String(status),
    }),
  },
};

/** RFC 7644 table 9. */
function scimKind(code: string): { scimType?: string } {
  if (code === 'conflict') return { scimType: 'uniqueness' };
  return code === 'invalid_input' ? { scimType: 'invalidValue' } : {};
}
