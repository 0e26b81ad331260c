type Headers = Readonly<Record<string, { readonly $ref: string }>>;

/** Counted answers have these headers. */
export const rateLimitHeaders: Headers = Object.fromEntries(
  ['Limit', 'Remaining', 'Reset'].map((name) => [
    `X-RateLimit-${name}`,
    { $ref: `#/components/headers/RateLimit${name}` },
  ]),
);

export const requestIdHeader: Headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

const retryAfterHeader: Headers = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** Describes the headers of a failure. */
export function failureHeaders(status: number, metered: boolean): Headers {
  return {
    ...(status === 429 && metered ? rateLimitHeaders : {}),
    ...(status === 429 || status === 503 ? retryAfterHeader : {}),
    ...requestIdHeader,
  };
}
