import type {
  ClientAuthority,
  ClientAuthorityStore,
  NewClientAuthority,
} from '../../../../collector/ports/ingest/client-authorities.ts';
import type { FakeEnrolments } from './enrolments.ts';

/** Authorities in memory, with the behaviour that the port promises. */
export class FakeClientAuthorities implements ClientAuthorityStore {
  readonly #kept: ClientAuthority[] = [];
  readonly #enrolments: FakeEnrolments | undefined;

  /** The agents that certificates are noted for. */
  constructor(enrolments?: FakeEnrolments) {
    this.#enrolments = enrolments;
  }

  async authorities(now: Date) {
    return this.#kept.filter(({ endsAt }) => endsAt > now);
  }

  async add(authority: NewClientAuthority, newestId: number, now: Date) {
    const newest = this.#kept.findLast(({ endsAt }) => endsAt > now)?.id ?? 0;
    if (newest !== newestId) return false;
    this.#kept.push({ ...authority, id: this.#kept.length + 1, neededUntil: null });
    return true;
  }

  async noteCertificate({
    authorityId,
    keyId,
    issuedAt,
    endsAt,
  }: {
    authorityId: number;
    keyId: number;
    issuedAt: Date;
    endsAt: Date;
  }) {
    const at = this.#kept.findIndex(({ id }) => id === authorityId);
    const known = this.#kept[at]!;
    const neededUntil = new Date(Math.max(known.neededUntil?.getTime() ?? 0, endsAt.getTime()));
    this.#kept[at] = { ...known, neededUntil };
    this.#enrolments?.noteCertificate(keyId, issuedAt, endsAt);
  }
}
