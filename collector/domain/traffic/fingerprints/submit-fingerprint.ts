import { QuotaExhausted } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Tier } from '../../../ports/accounts/accounts.ts';
import type {
  ClientFingerprintStore,
  FingerprintRecord,
} from '../../../ports/accounts/client-fingerprints.ts';
import type { UsageStore } from '../../../ports/accounts/usage.ts';

/** The free tier has this many fingerprints in a UTC month; others have as many as their requests. */
export const freeFingerprintsPerMonth = 10_000;

export interface SubmitFingerprintPorts {
  readonly clientFingerprints: Pick<ClientFingerprintStore, 'record'>;
  readonly usage: Pick<UsageStore, 'add'>;
  readonly clock: Clock;
}

export interface SubmittedFingerprint extends FingerprintRecord {
  readonly month: {
    /** Unlimited if undefined. */
    readonly limit: number | undefined;
    readonly used: number;
    readonly resetAt: Date;
  };
}

/**
 * Keeps a fingerprint that an account saw, and tells what else is known of it. Counted in the store at once, so that the
 * month's limit holds to the last one over all collectors. Throws QuotaExhausted.
 */
export async function submitFingerprint(
  account: { readonly accountId: number; readonly tier: Tier },
  seen: { readonly sourceAddress: string; readonly ja4: string },
  { clientFingerprints, usage, clock }: SubmitFingerprintPorts,
): Promise<SubmittedFingerprint> {
  const at = new Date(clock.now());
  const resetAt = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));
  const limit = account.tier === 'free' ? freeFingerprintsPerMonth : undefined;
  const subject = `fingerprints:account:${account.accountId}`;
  const used = (await usage.add(at.toISOString().slice(0, 7), new Map([[subject, 1]]))).get(subject)!;
  if (limit !== undefined && used > limit) {
    const seconds = (resetAt.getTime() - at.getTime()) / 1_000;
    throw new QuotaExhausted(`The ${limit} fingerprints of this month are used up.`, seconds);
  }
  const record = await clientFingerprints.record({ accountId: account.accountId, ...seen, at });
  return { ...record, month: { limit, used, resetAt } };
}
