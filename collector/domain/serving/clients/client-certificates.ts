import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type {
  CertificateState,
  ClientAuthority,
  ClientAuthorityStore,
} from '../../../ports/ingest/client-authorities.ts';
import type { SecretBox } from '../../people/access/secret-box.ts';
import { boundKeyId, makeAuthority, signClientCertificate } from './client-certificate.ts';

/** A mode states what certificates are for. `off`: none are given. `offered`: agents get some, and may do without. `required`: agents are refused without. */
export type ClientCertificateMode = 'off' | 'offered' | 'required';

export interface ClientCertificatePorts {
  readonly clientAuthorities: ClientAuthorityStore;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

interface Trusted {
  readonly id: number;
  readonly certificate: X509Certificate;
}

/** What is known of a certificate that came with a connection. */
interface Judged {
  /** The trusted authorities by which it was judged. */
  readonly among: readonly Trusted[];
  readonly authority: Trusted | undefined;
  readonly keyId: number | undefined;
  readonly from: number;
  readonly until: number;
}

const dayMilliseconds = 86_400_000;
/** Authorities are good for so long; a year before the end there is a next one. */
const authorityLife = 5 * 365 * dayMilliseconds;
const nextBefore = 365 * dayMilliseconds;
/** All collectors look every minute, and know a new authority by then. */
const lookEvery = 60_000;
const signsAfter = 5 * lookEvery;
const secretName = 'client authority';

/**
 * Client certificates are signed by an authority of the collector's own, and known by it. The authority can be replaced while
 * agents go on: the old one is trusted until the last certificate that it signed is over.
 */
export class ClientCertificates {
  readonly mode: Exclude<ClientCertificateMode, 'off'>;
  readonly #days: number;
  readonly #ports: ClientCertificatePorts;
  readonly #takers: ((authorities: string) => void)[] = [];
  readonly #judged = new WeakMap<X509Certificate, Judged>();
  #authorities: readonly ClientAuthority[] = [];
  #trusted: readonly Trusted[] = [];
  #timer: NodeJS.Timeout | undefined;

  private constructor(
    { mode, days }: { mode: Exclude<ClientCertificateMode, 'off'>; days: number },
    ports: ClientCertificatePorts,
  ) {
    this.mode = mode;
    this.#days = days;
    this.#ports = ports;
  }

  /** Takes the authorities over that there are, or makes the first. */
  static async open(
    settings: { mode: Exclude<ClientCertificateMode, 'off'>; days: number },
    ports: ClientCertificatePorts,
  ): Promise<ClientCertificates> {
    const certificates = new ClientCertificates(settings, ports);
    await certificates.look();
    certificates.#timer = setInterval(() => void certificates.#lookAgain(), lookEvery);
    certificates.#timer.unref();
    return certificates;
  }

  /** The certificates of all trusted authorities, in PEM. */
  get authorities(): string {
    return this.#trusted.map(({ certificate }) => certificate.toString()).join('');
  }

  get trusted(): readonly ClientAuthority[] {
    return this.#authorities.filter(({ id }) => this.#trusted.some((one) => one.id === id));
  }

  /** The end of the newest authority, in milliseconds since 1970. */
  get endsAt(): number {
    return this.#authorities.at(-1)?.endsAt.getTime() ?? 0;
  }

  /** Calls with the trusted authorities whenever there are others. */
  onChange(take: (authorities: string) => void): void {
    this.#takers.push(take);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  /** Takes over what other collectors made, and makes an authority if there is none or the newest ends within a year. */
  async look(): Promise<void> {
    await this.#takeOver();
    const now = this.#ports.clock.now();
    const newest = this.#authorities.at(-1);
    if (newest === undefined || newest.endsAt.getTime() - now < nextBefore) await this.#add();
  }

  /** Makes the next authority, which signs as soon as all collectors know it. */
  async rotate(): Promise<void> {
    await this.#takeOver();
    await this.#add();
  }

  /** Signs a certificate for an agent's key, in PEM. Throws UpstreamFailed if no authority can be used. */
  async sign(
    agent: { readonly uuid: string; readonly keyId: number },
    publicKey: KeyObject,
  ): Promise<{ certificate: string; endsAt: Date; lifetimeSeconds: number }> {
    const { clock, secrets, random, clientAuthorities } = this.#ports;
    const now = clock.now();
    const authority = this.#authorities.findLast(({ signsFrom }) => signsFrom.getTime() <= now);
    const key = authority && secrets.open(secretName, authority.sealedKey);
    if (authority === undefined || key === undefined) {
      throw new UpstreamFailed(
        'The authority for certificates of agents was sealed with another secret: collectors need one SONDE_TOKEN_SECRET.',
      );
    }
    const { certificate: own } = this.#trusted.find(({ id }) => id === authority.id)!;
    const subject = /^CN=(.+)$/m.exec(own.subject)![1]!;
    const issuer = { subject, publicKey: own.publicKey, privateKey: createPrivateKey(key) };
    const until = Math.min(now + this.#days * dayMilliseconds, authority.endsAt.getTime());
    // To the second, as certificates are.
    const endsAt = new Date(Math.floor(until / 1_000) * 1_000);
    const certificate = signClientCertificate({ ...agent, publicKey }, { now, endsAt }, issuer, random);
    await clientAuthorities.noteCertificate({
      authorityId: authority.id,
      keyId: agent.keyId,
      serial: new X509Certificate(certificate).serialNumber.toLowerCase(),
      issuedAt: new Date(now),
      endsAt,
    });
    return { certificate, endsAt, lifetimeSeconds: Math.floor((endsAt.getTime() - now) / 1_000) };
  }

  /**
   * Judges the certificate of a connection for the key that a request on it brings: at each request, since a connection, or a
   * session that is taken up again, may be older than the end of a certificate or of trust in an authority.
   */
  judge(certificate: X509Certificate | undefined, keyId: number): CertificateState {
    if (certificate === undefined) return 'none';
    const known = this.#judged.get(certificate);
    const judged = known?.among === this.#trusted ? known : this.#judgeAnew(certificate);
    if (judged.authority === undefined) return 'unknown';
    const now = this.#ports.clock.now();
    if (now < judged.from || now >= judged.until) return 'over';
    return judged.keyId === keyId ? 'fits' : 'other_key';
  }

  #judgeAnew(certificate: X509Certificate): Judged {
    const judged = {
      among: this.#trusted,
      authority: this.#trusted.find(
        ({ certificate: own }) => certificate.checkIssued(own) && certificate.verify(own.publicKey),
      ),
      keyId: boundKeyId(certificate),
      from: Date.parse(certificate.validFrom),
      until: Date.parse(certificate.validTo),
    };
    this.#judged.set(certificate, judged);
    return judged;
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      this.#ports.log.warn({ err: error }, 'the authorities for certificates of agents were not looked at');
    }
  }

  async #takeOver(): Promise<void> {
    const now = this.#ports.clock.now();
    this.#authorities = await this.#ports.clientAuthorities.authorities(new Date(now));
    // The one that signs, the one that will, and those whose certificates are not over yet.
    const signing = this.#authorities.findLastIndex(({ signsFrom }) => signsFrom.getTime() <= now);
    const trusted = this.#authorities.filter(
      ({ neededUntil }, index) => index >= signing || (neededUntil?.getTime() ?? 0) > now,
    );
    if (trusted.map(({ id }) => id).join() === this.#trusted.map(({ id }) => id).join()) return;
    this.#trusted = trusted.map(({ id, certificate }) => ({
      id,
      certificate: new X509Certificate(certificate),
    }));
    for (const take of this.#takers) take(this.authorities);
  }

  async #add(): Promise<void> {
    const { clientAuthorities, clock, random, secrets } = this.#ports;
    const now = clock.now();
    const newest = this.#authorities.at(-1);
    const endsAt = new Date(now + authorityLife);
    const { certificate, key } = makeAuthority({ now, endsAt }, random);
    await clientAuthorities.add(
      {
        certificate,
        sealedKey: secrets.seal(secretName, key),
        signsFrom: new Date(newest === undefined ? now : now + signsAfter),
        endsAt,
      },
      newest?.id ?? 0,
      new Date(now),
    );
    await this.#takeOver();
  }
}
