import { UpstreamFailed } from '@sonde/shared/errors.ts';
import { type Fetch, FetchError } from '../ports/fetch.ts';
import { wholeBody } from '../ports/fetched-body.ts';

const maxBytes = 262_144;
const milliseconds = 10_000;

export interface JsonRequest {
  /** Names the other side in errors; its address may have a key in it and is not told. */
  readonly who: string;
  readonly url: string;
  readonly post?: object;
  readonly authorization?: string;
  readonly signal: AbortSignal;
}

/** Asks for JSON, follows no redirect. Throws UpstreamFailed for what is no answer. */
export async function fetchJson(
  fetch: Fetch,
  { who, url, post, signal, authorization }: JsonRequest,
): Promise<{ status: number; body: unknown }> {
  try {
    const { status, body } = await fetch(url, {
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      signal,
      maxBytes,
      milliseconds,
      redirects: 'refuse',
      ...(post === undefined ? {} : { post: JSON.stringify(post) }),
    });
    const octets = await wholeBody({ body });
    if (status >= 300 && status < 400) throw new UpstreamFailed(`${who} answered with a redirect.`);
    return { status, body: parse(octets.toString(), who) };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (error.failure === 'timeout') throw new UpstreamFailed(`${who} did not answer in time.`, 'timeout');
    const why = { unreachable: 'can not be reached', refused: 'must not be connected to' };
    const other = {
      too_large: 'answered with too much',
      untrusted: 'has a certificate that does not verify',
    };
    throw new UpstreamFailed(`${who} ${{ ...why, ...other }[error.failure]}.`);
  }
}

function parse(text: string, who: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamFailed(`${who} answered with something that is no JSON.`);
  }
}
