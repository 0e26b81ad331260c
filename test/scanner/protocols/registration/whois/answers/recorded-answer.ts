import type { RegistrationFacts } from '../../../../../../scanner/protocols/registration/registration.ts';

/** What an answer tells with certainty; what is not named it does not tell. */
export interface Told {
  readonly handle?: string;
  readonly registrar?: string;
  readonly ianaId?: number;
  readonly abuseEmail?: string;
  readonly abusePhone?: string;
  /** A day, or a point in time. */
  readonly registered?: string;
  readonly updated?: string;
  readonly expires?: string;
  readonly status?: readonly string[];
  readonly nameServers?: readonly string[];
  readonly signed?: boolean;
  readonly organization?: string;
  readonly country?: string;
}

/** An answer in the form of a registry or registrar, with made-up contents. */
export interface RecordedAnswer {
  readonly domain: string;
  readonly text: string;
  readonly told: Told;
}

/** By whose form it is. */
export type RecordedAnswers = Readonly<Record<string, RecordedAnswer>>;

export const twoServers = ['ns1.example.net', 'ns2.example.net'] as const;

/** What was read, in the words of `Told`, of which each has a value or null. */
export function flat(facts: RegistrationFacts): Record<keyof Told, unknown> {
  return {
    handle: facts.handle,
    registrar: facts.registrar?.name ?? null,
    ianaId: facts.registrar?.ianaId ?? null,
    abuseEmail: facts.registrar?.abuseEmail ?? null,
    abusePhone: facts.registrar?.abusePhone ?? null,
    registered: facts.registeredAt,
    updated: facts.updatedAt,
    expires: facts.expiresAt,
    status: facts.status.length === 0 ? null : facts.status,
    nameServers: facts.nameServers,
    signed: facts.dnssecSigned,
    organization: facts.registrant?.organization ?? null,
    country: facts.registrant?.country ?? null,
  };
}

/** The same of what has to be read. */
export function wanted(told: Told): Record<keyof Told, unknown> {
  const time = (text: string | undefined) => (text === undefined ? null : new Date(text).toISOString());
  return {
    handle: told.handle ?? null,
    registrar: told.registrar ?? null,
    ianaId: told.ianaId ?? null,
    abuseEmail: told.abuseEmail ?? null,
    abusePhone: told.abusePhone ?? null,
    registered: time(told.registered),
    updated: time(told.updated),
    expires: time(told.expires),
    status: told.status ?? null,
    nameServers: told.nameServers ?? null,
    signed: told.signed ?? null,
    organization: told.organization ?? null,
    country: told.country ?? null,
  };
}
