import { z } from 'zod';
import { retryAfter } from './retry-after.ts';

/** What became of one attempt to deliver a batch. */
export type Outcome =
  | {
      readonly kind: 'accepted';
      readonly accepted: number;
      readonly rejected: number;
      readonly duplicate: boolean;
      /** Why the first of the rejected rows was. */
      readonly why?: string;
    }
  /** This batch is not wanted, now or later. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unauthorized'; readonly message: string }
  /** `after` is in milliseconds, undefined where the collector did not say. */
  | { readonly kind: 'busy'; readonly after: number | undefined; readonly message: string }
  /** Something answered that is no collector: a proxy, a captive portal, a wrong address. */
  | { readonly kind: 'not_a_collector'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const acceptedSchema = z.object({
  accepted: z.number().int().nonnegative(),
  rejected: z.number().int().nonnegative().default(0),
  duplicate: z.boolean().default(false),
  errors: z.array(z.object({ message: z.string() })).default([]),
});
const errorSchema = z.object({ error: z.string(), code: z.string() });

/** Reads a collector's answer. `now` is in milliseconds since 1970. */
export function outcomeOf(answer: Answer, now: number): Outcome {
  const { status } = answer;
  const json = parseJson(answer.body);
  const failure = errorSchema.safeParse(json);
  const message = failure.success
    ? `${status} ${clean(failure.data.code)}: ${clean(failure.data.error)}`
    : `The answer was ${status}.`;
  if (status === 200 || status === 202) {
    const taken = acceptedSchema.safeParse(json);
    if (taken.success) {
      const { errors, ...counts } = taken.data;
      const why = errors[0] === undefined ? {} : { why: clean(errors[0].message) };
      return { kind: 'accepted', ...counts, ...why };
    }
    return { kind: 'not_a_collector', message: `The answer ${status} is not that of a collector.` };
  }
  if (status === 401 || status === 403) return { kind: 'unauthorized', message };
  if (status === 429 || status === 503) {
    const header = answer.headers['retry-after'];
    return { kind: 'busy', after: retryAfter(typeof header === 'string' ? header : undefined, now), message };
  }
  if (status === 408 || status >= 500) return { kind: 'failed', message };
  // An update of the collector makes it take what it does not know yet; until then rows wait in the spool.
  if (failure.success && failure.data.code === 'unsupported_batch_version')
    return { kind: 'failed', message };
  // A collector that lacks the endpoint says so in its own words; anything else that does is in its place.
  if ((status === 404 || status === 405) && !failure.success) return { kind: 'not_a_collector', message };
  if (status >= 400) return { kind: 'refused', message };
  return { kind: 'not_a_collector', message };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a server says goes into logs and onto terminals: printable and short. */
function clean(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 300);
}
