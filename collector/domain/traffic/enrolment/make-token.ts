import { hash } from 'node:crypto';
import { Conflict } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import { base62Digits } from '@sonde/shared/text/base62-digits.ts';
import type { EnrolmentStore, EnrolmentToken } from '../../../ports/ingest/enrolments.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import { requireLocation } from '../monitoring/require-location.ts';

/** A marker begins each token, as one does each key, so that a leaked one can be searched for and no log shows it. */
export const tokenMarker = 'sonde_enr_';
/** 24 digits of base 62: 142 bits. */
const secretDigits = 24;
const shownDigits = 4;
const form = /^sonde_enr_[0-9A-Za-z]{24}$/;

/** An account may have at most this many tokens that are good at once. */
export const mostGoodTokens = 100;

export interface TokenWish {
  readonly accountId: number;
  readonly locationId: number;
  readonly label: string;
  readonly networks: readonly string[] | null;
  readonly uses: number;
  readonly expiresInSeconds: number;
}

export interface MakeTokenPorts {
  readonly enrolments: Pick<EnrolmentStore, 'createToken'>;
  readonly locations: Pick<LocationStore, 'find'>;
  readonly random: Random;
  readonly clock: Clock;
}

/** Makes a token by which agents enrol. It is known here for the last time: only its hash is stored. Throws NotFound and Conflict. */
export async function makeEnrolmentToken(
  { expiresInSeconds, ...wish }: TokenWish,
  { enrolments, random, clock, ...ports }: MakeTokenPorts,
): Promise<{ made: EnrolmentToken; token: string }> {
  await requireLocation(wish.accountId, wish.locationId, ports);
  const now = clock.now();
  const token = tokenMarker + base62Digits(secretDigits, random);
  const made = await enrolments.createToken(
    {
      ...wish,
      hash: hash('sha256', token, 'buffer'),
      prefix: token.slice(0, tokenMarker.length + shownDigits),
      expiresAt: new Date(now + expiresInSeconds * 1_000),
    },
    mostGoodTokens,
    new Date(now),
  );
  if (made === undefined) {
    throw new Conflict(
      `An account has at most ${mostGoodTokens} tokens that are good at once: revoke one, or wait.`,
    );
  }
  return { made, token };
}

/** Hashes a token for its look-up; undefined for a text that can't be one. Long and random, it needs no slow hash. */
export function hashOfEnrolmentToken(text: string): Buffer | undefined {
  return form.test(text) ? hash('sha256', text, 'buffer') : undefined;
}

export type TokenState = 'good' | 'used' | 'expired' | 'revoked';

/** Tells what became of a token. */
export function tokenState(token: EnrolmentToken, now: number): TokenState {
  if (token.revokedAt !== null) return 'revoked';
  if (token.used >= token.uses) return 'used';
  return token.expiresAt.getTime() <= now ? 'expired' : 'good';
}
