import { readRetryAfter } from '@sonde/shared/net/retry-after.ts';
import { retryWait } from '@sonde/shared/net/retry-wait.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { z } from 'zod';
import type { SensorDirectory } from '../run/sensor-directory.ts';
import { parseJson, printable } from '../ship/answer-text.ts';
import { fetchFrom } from '../ship/collector-road.ts';
import type { Destination } from '../ship/messages.ts';
import {
  type ClientCertificate,
  grantedSchema,
  keptCertificate,
  requestCertificate,
} from './certificate-request.ts';
import { type Enrolment, forgetKeyForAsking, keyForAsking, writeEnrolment } from './enrolment-file.ts';

/** Milliseconds. */
const requestTime = 30_000;
const longestAnswer = 64 * 1024;
/** Milliseconds of a pause that a collector asks for, at most. */
const longestPause = 1_800_000;

/** An enrolment error tells that a collector refused, and will again. Its message is for the operator. */
export class EnrolmentRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EnrolmentRefused';
  }
}

/** No collector answered as one would; trying again may help. `after` is in milliseconds, if it was told. */
export class EnrolmentFailed extends Error {
  readonly after: number | undefined;

  constructor(message: string, after?: number) {
    super(message);
    this.name = 'EnrolmentFailed';
    this.after = after;
  }
}

export interface EnrolmentSite {
  readonly collectors: readonly string[];
  readonly token: string;
  readonly authorities: Destination['authorities'];
  readonly directory: SensorDirectory;
  readonly software: string;
  readonly host: string;
  readonly random: Random;
}

/** What a collector says of itself when it refuses. */
const failureSchema = z.object({ error: z.string(), code: z.string() });
const enrolledSchema = z.object({ id: z.number(), key_id: z.number(), certificate: grantedSchema.nullish() });

/**
 * Enrols a sensor by a token at the first of its collectors that answers, with a key made here, and keeps the key in the
 * sensor's directory. Throws EnrolmentRefused, EnrolmentFailed, and the file system's errors.
 */
export async function enrol(site: EnrolmentSite): Promise<Enrolment> {
  const { path } = site.directory;
  const key = await keyForAsking(path, site.random);
  try {
    return await enrolWith(key, site);
  } catch (error) {
    if (error instanceof EnrolmentRefused) await forgetKeyForAsking(path);
    throw error;
  }
}

/** Enrols, and tries again until a collector has taken or refused it. Throws as `enrol`, but for EnrolmentFailed. */
export async function enrolLasting(
  site: EnrolmentSite,
  {
    wait,
    chance,
    onFailure,
  }: {
    /** In [0, 1): machines that were started together are not to ask together. */
    readonly chance: () => number;
    readonly wait: (milliseconds: number) => Promise<void>;
    /** Is told of the first failure. */
    readonly onFailure: (message: string) => void;
  },
): Promise<Enrolment> {
  for (let failures = 1; ; failures++) {
    try {
      return await enrol(site);
    } catch (error) {
      if (!(error instanceof EnrolmentFailed)) throw error;
      if (failures === 1) onFailure(error.message);
      const after = error.after === undefined ? undefined : Math.min(error.after, longestPause);
      await wait(retryWait({ kind: 'busy', after }, failures, chance()));
    }
  }
}

async function enrolWith(key: string, site: EnrolmentSite): Promise<Enrolment> {
  const faults: EnrolmentFailed[] = [];
  for (const collector of site.collectors) {
    try {
      const certificate = await ask(collector, key, site);
      const enrolment = {
        collector,
        key,
        enrolled_at: new Date().toISOString(),
        ...(certificate && { certificate }),
      };
      await writeEnrolment(site.directory.path, enrolment);
      return enrolment;
    } catch (error) {
      if (!(error instanceof EnrolmentFailed)) throw error;
      faults.push(error);
    }
  }
  const after = Math.min(...faults.map((fault) => fault.after ?? Number.POSITIVE_INFINITY));
  const message = faults.map((fault) => fault.message).join(' ');
  throw new EnrolmentFailed(message, Number.isFinite(after) ? after : undefined);
}

async function ask(
  collector: string,
  key: string,
  site: EnrolmentSite,
): Promise<ClientCertificate | undefined> {
  const own = requestCertificate(site.directory.senderId);
  const { token, directory, software, host, authorities } = site;
  let response: Response;
  let text: string;
  try {
    response = await fetchFrom(collector, { authorities })(`http://collector/api/v1/enrolment/agents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': software },
      body: JSON.stringify({
        token,
        key,
        agent_id: directory.senderId,
        software: software.slice(0, 128),
        host: host.slice(0, 255),
        certification_request: own.request,
      }),
      signal: AbortSignal.timeout(requestTime),
    });
    text = await response.text();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new EnrolmentFailed(`${collector} can't be reached: ${why}`);
  }
  const answer = text.length > longestAnswer ? undefined : parseJson(text);
  const enrolled = enrolledSchema.safeParse(answer);
  if (response.status === 201 && enrolled.success) {
    const { certificate } = enrolled.data;
    return certificate == null ? undefined : keptCertificate(certificate, own.key, Date.now());
  }
  const failure = failureSchema.safeParse(answer);
  const said = failure.success ? printable(failure.data.error) : `The answer was ${response.status}.`;
  if (response.status === 429 || response.status >= 500 || response.status === 408) {
    const after = readRetryAfter(response.headers.get('retry-after') ?? undefined, Date.now());
    throw new EnrolmentFailed(`${collector}: ${said}`, after);
  }
  // What is in a collector's place, a proxy or a wrong address, may not be there for long.
  if (!failure.success)
    throw new EnrolmentFailed(`The answer of ${collector} is not that of a collector: ${said}`);
  throw new EnrolmentRefused(`${collector}: ${said}`);
}
