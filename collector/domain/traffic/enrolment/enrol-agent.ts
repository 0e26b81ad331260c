import { Conflict, DomainError, InvalidCredential, TooManyAttempts } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AuditLog } from '../../../ports/accounts/audit-log.ts';
import type { LoginAttempts } from '../../../ports/accounts/login-attempts.ts';
import type { EnrolledAgent, EnrolmentRefusal, EnrolmentStore } from '../../../ports/ingest/enrolments.ts';
import { describeKey } from '../../people/access/api-key.ts';
import { isFrom } from '../../people/access/key-bounds.ts';
import { windowSeconds } from '../../people/accounts/log-in.ts';
import { addressSubject } from '../../people/quota/usage-subject.ts';
import { hashOfEnrolmentToken } from './make-token.ts';

/** One address (a /64 of IPv6) may try at most this many tokens that are not good within the window of logins. */
export const mostEnrolmentAttempts = 30;
/** Refused tries of one token go on record so often at most; all are counted. */
export const mostRecordedRefusals = 20;

export interface EnrolmentWish {
  readonly token: string;
  readonly key: string;
  readonly uuid: string;
  readonly software: string;
  readonly host: string;
}

export interface EnrolAgentPorts {
  readonly enrolments: Pick<EnrolmentStore, 'enrol'>;
  readonly attempts: Pick<LoginAttempts, 'count'>;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly clock: Clock;
}

/**
 * Gives an agent its key for a token. Only tries that are not good count: a fleet behind one address enrols at one moment, and
 * nobody keeps it from that by trying texts. To guess a token is hopeless however many tries there are. Whoever knows a token is told why it is not good; of texts that are none, nothing is
 * told. Throws InvalidCredential, a Conflict, TooManyAttempts, and `network_insufficient`.
 */
export async function enrolAgent(
  { token, key, uuid, software, host }: EnrolmentWish,
  { address, requestId }: { readonly address: string; readonly requestId: string },
  { enrolments, attempts, audit, clock }: EnrolAgentPorts,
): Promise<EnrolledAgent> {
  const at = new Date(clock.now());
  const subject = `enrol:${addressSubject(address)}`;
  const countTry = async (): Promise<void> => {
    const records = await attempts.count([subject], at, windowSeconds);
    if ((records.get(subject)?.failures ?? 0) > mostEnrolmentAttempts)
      throw new TooManyAttempts(windowSeconds);
  };
  const tokenHash = hashOfEnrolmentToken(token);
  if (tokenHash === undefined) {
    await countTry();
    throw notKnown();
  }
  const { prefix, hash } = describeKey(key);
  const outcome = await enrolments.enrol({
    tokenHash,
    at,
    key: { prefix, hash },
    uuid,
    software,
    host,
    address,
    isFrom: (networks) => isFrom(networks, address),
  });
  if (outcome.kind === 'unknown') {
    await countTry();
    throw notKnown();
  }
  const record = (accountId: number, action: string, object: string, details: object) =>
    audit.record({ accountId, keyId: null, address, requestId, action, object, details: { ...details } });
  if (outcome.kind === 'refused') {
    const { why, tries, token: known } = outcome;
    if (tries <= mostRecordedRefusals) {
      const object = `enrolment_token:${known.id}`;
      await record(known.accountId, 'enrolment_refused', object, { why, agent_id: uuid, host });
    }
    await countTry();
    throw refusals[why]();
  }
  const { agent } = outcome;
  if (!outcome.again) {
    await record(agent.accountId, 'agent_enrolled', `enrolled_agent:${agent.id}`, {
      token: agent.tokenId,
      key: agent.keyId,
      prefix: agent.keyPrefix,
      location: agent.locationId,
      agent_id: uuid,
      host,
    });
  }
  return agent;
}

const notKnown = () => new InvalidCredential('There is no such enrolment token.');

const refusals: Readonly<Record<EnrolmentRefusal, () => DomainError>> = {
  used: () => new InvalidCredential('This enrolment token was used already: ask for a new one.'),
  expired: () => new InvalidCredential('This enrolment token is over: ask for a new one.'),
  revoked: () => new InvalidCredential('This enrolment token was revoked.'),
  elsewhere: () =>
    new DomainError('network_insufficient', 'This enrolment token is not for agents from here.'),
  key: () => new Conflict('This key is in use, or was revoked: an agent makes a new one for each enrolment.'),
};
