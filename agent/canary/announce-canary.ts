import { SondeClient } from '@sonde/client/sonde-client.ts';
import { fetchFrom } from '@sonde/sensor/ship/collector-road.ts';
import type { Destination } from '@sonde/sensor/ship/messages.ts';
import { z } from 'zod';
import type { CanaryPattern } from './canary-queries.ts';

const answerSchema = z.object({
  id: z.string().max(64),
  label: z.string().regex(/^sonde-canary-[a-z0-9]{1,48}$/),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
});

/** Milliseconds for the answer. */
const patience = 15_000;

export interface AnnouncedCanary {
  readonly id: string;
  /** The label that each name must have. */
  readonly label: string;
  readonly startsAt: Date;
}

/** Tells the collector which names are about to come. Rejects with the client's errors, and with a ZodError about an unusable answer. */
export async function announceCanary(
  { collector, ...road }: { collector: string } & Pick<Destination, 'key' | 'authorities' | 'client'>,
  patterns: readonly CanaryPattern[],
): Promise<AnnouncedCanary> {
  const client = new SondeClient({
    // The fetch function knows the way, which may be a Unix socket.
    url: 'http://localhost',
    key: road.key,
    retries: 0,
    timeout: patience,
    fetch: fetchFrom(collector, road),
  });
  const answer = await client.call('POST /api/v1/dns-monitoring/canaries', {
    body: { patterns: [...patterns] },
  });
  // The names that are asked for come from it.
  const { id, label, starts_at } = answerSchema.parse(answer);
  return { id, label, startsAt: new Date(starts_at) };
}
