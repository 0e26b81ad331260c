import { createHmac } from 'node:crypto';

export const secretPrefix = 'whsec_';

/**
 * Makes the headers that a receiver checks a webhook by, after the Standard Webhooks specification
 * (standardwebhooks.com): HMAC-SHA-256 over id, time and body, so that neither can be changed nor an old message be
 * sent again much later. `seconds` is Unix time.
 */
export function webhookHeaders(
  { id, seconds, body }: { id: string; seconds: number; body: string },
  secret: string,
): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
