import {
  askedAgainWithin,
  type EnrolledAgent,
  type Enrolment,
  type EnrolmentOutcome,
  type EnrolmentRefusal,
  type EnrolmentStore,
  type EnrolmentToken,
  type NewEnrolmentToken,
} from '../../../../collector/ports/ingest/enrolments.ts';
import type { FakeApiKeys } from '../accounts/api-keys.ts';
import type { FakeLocations } from './locations.ts';

type KeptToken = { -readonly [Key in keyof EnrolmentToken]: EnrolmentToken[Key] } & { hash: Buffer };
type KeptAgent = { -readonly [Key in keyof EnrolledAgent]: EnrolledAgent[Key] } & { keyHash: Buffer };

/** Tokens and enrolled agents in memory, with the behaviour that the port promises. */
export class FakeEnrolments implements EnrolmentStore {
  readonly #tokens: KeptToken[] = [];
  readonly #agents: KeptAgent[] = [];
  readonly #keys: FakeApiKeys;
  readonly #locations: FakeLocations;
  #lastTokenId = 0;

  constructor(keys: FakeApiKeys, locations: FakeLocations) {
    this.#keys = keys;
    this.#locations = locations;
  }

  async createToken(token: NewEnrolmentToken, most: number, now: Date) {
    const good = this.#tokens.filter(
      (one) =>
        one.accountId === token.accountId &&
        one.revokedAt === null &&
        one.expiresAt > now &&
        one.used < one.uses,
    );
    if (good.length >= most) return undefined;
    const id = ++this.#lastTokenId;
    const none = { used: 0, refused: 0, lastUsedAt: null, revokedAt: null };
    const made = { ...token, ...none, id, createdAt: new Date() };
    this.#tokens.push(made);
    return shown(made);
  }

  async tokens(locationIds: readonly number[], limit: number) {
    const own = this.#tokens.filter(({ locationId }) => locationIds.includes(locationId));
    return own.reverse().slice(0, limit).map(shown);
  }

  async revokeToken(accountId: number, id: number, at: Date) {
    const token = this.#tokens.find((one) => one.accountId === accountId && one.id === id);
    if (token === undefined) return undefined;
    token.revokedAt ??= at;
    return shown(token);
  }

  async enrol(enrolment: Enrolment): Promise<EnrolmentOutcome> {
    const { tokenHash, at, key, uuid, software, host, address } = enrolment;
    const token = this.#tokens.find(({ hash }) => hash.equals(tokenHash));
    if (token === undefined) return { kind: 'unknown' };
    const refuse = (why: EnrolmentRefusal): EnrolmentOutcome => {
      token.refused++;
      return { kind: 'refused', why, token: shown(token), tries: token.refused };
    };
    if (token.networks !== null && !enrolment.isFrom(token.networks)) return refuse('elsewhere');
    const before = this.#agents.find((one) => one.keyHash.equals(key.hash));
    const since = new Date(at.getTime() - askedAgainWithin);
    if (
      before?.tokenId === token.id &&
      before.uuid === uuid &&
      before.revokedAt === null &&
      before.enrolledAt > since
    ) {
      return { kind: 'enrolled', agent: this.#shownAgent(before), again: true };
    }
    const isGone = (await this.#locations.find(token.accountId, token.locationId)) === undefined;
    if (isGone || token.revokedAt !== null) return refuse('revoked');
    if (token.used >= token.uses) return refuse('used');
    if (token.expiresAt <= at) return refuse('expired');
    const known = await this.#keys.findByHash(key.hash);
    if (known !== undefined || (await this.#keys.wasRevoked(key.hash))) return refuse('key');
    const { accountId, locationId } = token;
    const scope = { kind: 'location' as const, locationId };
    const made = await this.#keys.create({ accountId, scope, ...key, label: `agent ${host || uuid}` });
    token.used++;
    token.lastUsedAt = at;
    const sender = { uuid, software, host, address, enrolledAt: at, lastUsedAt: null, revokedAt: null };
    const agent: KeptAgent = {
      ...sender,
      ...{ accountId, locationId, tokenId: token.id, keyId: made.id, keyPrefix: made.prefix },
      ...{ id: this.#agents.length + 1, keyHash: key.hash },
      ...{ certificateIssuedAt: null, certificateEndsAt: null },
    };
    this.#agents.push(agent);
    return { kind: 'enrolled', agent: this.#shownAgent(agent), again: false };
  }

  async agents(locationIds: readonly number[], limit: number) {
    const own = this.#agents.filter(({ locationId }) => locationIds.includes(locationId));
    return own
      .reverse()
      .slice(0, limit)
      .map((agent) => this.#shownAgent(agent));
  }

  async agentOfKey(keyId: number) {
    const agent = this.#agents.find((one) => one.keyId === keyId);
    return agent && this.#shownAgent(agent);
  }

  noteCertificate(keyId: number, issuedAt: Date, endsAt: Date): void {
    const agent = this.#agents.find((one) => one.keyId === keyId);
    if (agent === undefined) return;
    agent.certificateIssuedAt = issuedAt;
    agent.certificateEndsAt = endsAt;
  }

  async revokeAgent(accountId: number, id: number) {
    const agent = this.#agents.find((one) => one.accountId === accountId && one.id === id);
    if (agent === undefined) return undefined;
    if (agent.revokedAt === null) {
      agent.revokedAt = new Date();
      await this.#keys.revoke(accountId, agent.keyId);
    }
    return this.#shownAgent(agent);
  }

  async forgetTokensBefore(time: Date) {
    const isOld = ({ expiresAt, revokedAt, lastUsedAt }: KeptToken) =>
      [expiresAt, revokedAt, lastUsedAt].every((at) => at === null || at < time);
    const old = this.#tokens.filter(isOld);
    for (const token of old) {
      this.#tokens.splice(this.#tokens.indexOf(token), 1);
      for (const agent of this.#agents) if (agent.tokenId === token.id) agent.tokenId = null;
    }
    return old.length;
  }

  #shownAgent({ keyHash: _, ...agent }: KeptAgent): EnrolledAgent {
    return agent;
  }
}

function shown({ hash: _, ...token }: KeptToken): EnrolmentToken {
  return token;
}
