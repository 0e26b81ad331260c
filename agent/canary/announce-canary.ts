import got from 'got';
import { z } from 'zod';
import type { CanaryPattern } from './canary-queries.ts';

const answerSchema = z.object({
  id: z.string().max(64),
  label: z.string().regex(/^sonde-canary-[a-z0-9]{1,48}$/),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
});

export interface AnnouncedCanary {
  readonly id: string;
  /** The label that each name must have. */
  readonly label: string;
  readonly startsAt: Date;
}

/** Tells the collector which names are about to come. Throws an Error for a person where it will not have them. */
export async function announceCanary(
  { collector, key, authorities }: { collector: string; key: string; authorities: string | undefined },
  patterns: readonly CanaryPattern[],
): Promise<AnnouncedCanary> {
  const answer = await got.post(urlOf(collector), {
    enableUnixSockets: true,
    json: { patterns },
    headers: { 'x-api-key': key, accept: 'application/json' },
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: 15_000 },
    ...(authorities === undefined ? {} : { https: { certificateAuthority: authorities } }),
  });
  if (answer.statusCode !== 201)
    throw new Error(`The collector answered with ${answer.statusCode}: ${answer.body.slice(0, 300)}`);
  const { id, label, starts_at } = answerSchema.parse(JSON.parse(answer.body));
  return { id, label, startsAt: new Date(starts_at) };
}

/** A collector may be `unix:/path`. */
function urlOf(collector: string): string {
  const path = '/api/v1/dns-monitoring/canaries';
  return collector.startsWith('unix:') ? `http://${collector}:${path}` : new URL(path, collector).href;
}
