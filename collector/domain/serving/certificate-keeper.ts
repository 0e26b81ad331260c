import type { Leases } from '../../ports/system/leases.ts';
import type { Counter } from '../../ports/system/metrics.ts';
import type {
  CertificateAttempts,
  CertificateTaker,
  KeptCertificate,
  TlsMaterial,
} from '../../ports/system/serving-certificates.ts';
import { AcmeError } from './acme/acme-error.ts';
import type { AcmeSession } from './acme/acme-session.ts';
import { challengeCertificate, temporaryCertificate } from './acme/challenge-certificate.ts';
import { type CertificateOrder, fulfils, orderIdentity } from './certificate-order.ts';
import {
  CertificateRequester,
  type CertificateRequesterPorts,
  servingKeySecret,
} from './certificate-requester.ts';
import { failurePause } from './failure-pause.ts';

export interface CertificateKeeperPorts extends CertificateRequesterPorts {
  readonly leases: Leases;
  readonly collectorId: string;
  /** Certificates that were asked for, by how it ended: `issued`, `failed`. */
  readonly asked: Counter<'outcome'>;
}

/** Milliseconds: other collectors' certificates are taken over so often, and renewals begun. */
const lookEvery = 60_000;
const leaseName = 'acme';
const leaseSeconds = 900;
/** A lease that is this old is prolonged, in milliseconds. */
const prolongAfter = 120_000;

/**
 * A certificate keeper serves the certificate that an authority gave to all collectors that share a database. It asks for the next one
 * in time, and once in a cluster; until there is one, and while asking fails, it serves what it has.
 */
export class CertificateKeeper {
  readonly #order: CertificateOrder;
  readonly #ports: CertificateKeeperPorts;
  readonly #requester: CertificateRequester;
  readonly #takers: CertificateTaker[] = [];
  readonly #stopping = new AbortController();
  readonly #answers = new Map<string, TlsMaterial>();
  #material: TlsMaterial;
  /** Undefined while a certificate of its own is served. */
  #kept: KeptCertificate | undefined;
  #attempts: CertificateAttempts | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  private constructor(order: CertificateOrder, ports: CertificateKeeperPorts) {
    this.#order = order;
    this.#ports = ports;
    this.#requester = new CertificateRequester(order, ports, this.#stopping.signal);
    this.#material = temporaryCertificate(order.names, ports);
  }

  /** Serves what the store has, or a certificate of its own that nobody trusts. */
  static async open(order: CertificateOrder, ports: CertificateKeeperPorts): Promise<CertificateKeeper> {
    const keeper = new CertificateKeeper(order, ports);
    await keeper.#takeOver();
    return keeper;
  }

  get material(): TlsMaterial {
    return this.#material;
  }

  /** Null while the certificate that is served is its own. */
  get kept(): KeptCertificate | null {
    return this.#kept ?? null;
  }

  get attempts(): CertificateAttempts | undefined {
    return this.#attempts;
  }

  get names(): readonly string[] {
    return this.#order.names;
  }

  renew(taker: CertificateTaker): void {
    this.#takers.push(taker);
  }

  /** What answers the challenge tls-alpn-01 for a name. */
  readonly challengeFor = async (name: string): Promise<TlsMaterial | undefined> => {
    const found = await this.#ports.store.challengeByName('tls-alpn-01', name);
    if (found === undefined) return undefined;
    const known = this.#answers.get(found.keyAuthorization);
    if (known !== undefined) return known;
    const made = challengeCertificate(name, found.keyAuthorization, this.#ports);
    this.#answers.clear();
    this.#answers.set(found.keyAuthorization, made);
    return made;
  };

  /** What answers the challenge http-01 for a token. */
  readonly answerFor = async (token: string): Promise<string | undefined> => {
    const found = await this.#ports.store.challengeByToken(token);
    return found?.kind === 'http-01' ? found.keyAuthorization : undefined;
  };

  /** Begins to look, now and every minute: whoever asks has to be reachable. */
  start(): void {
    this.#running = this.#round();
  }

  async #round(): Promise<void> {
    await this.look();
    if (this.#stopping.signal.aborted) return;
    // One that was asked for meanwhile has its own.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#round();
    }, lookEvery);
    this.#timer.unref();
  }

  /** Lets the next certificate be asked for at once, on whichever collector looks first. */
  async askSoon(): Promise<void> {
    await this.#ports.store.askSoon(new Date(this.#ports.clock.now()));
    clearTimeout(this.#timer);
    this.#running = this.#running.then(() => this.#round());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Takes over what another collector was given, and asks for the next certificate if it is time. Throws nothing. */
  async look(): Promise<void> {
    const { log } = this.#ports;
    try {
      await this.#takeOver();
      this.#attempts = await this.#ports.store.attempts();
      if (this.#isDue()) await this.#ask();
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.warn({ err: error }, 'the certificate was not looked after');
    }
  }

  /** Whether a certificate is to be asked for, or the authority about when to. */
  #isDue(): boolean {
    const now = this.#ports.clock.now();
    const { notBefore = null, askedFor = null } = this.#attempts ?? {};
    if (notBefore !== null && askedFor === orderIdentity(this.#order) && notBefore.getTime() > now)
      return false;
    const kept = this.#kept;
    if (kept === undefined || !fulfils(kept, this.#order)) return true;
    return Math.min(kept.renewAt.getTime(), kept.lookAgainAt.getTime()) <= now;
  }

  async #takeOver(): Promise<void> {
    const { store, secrets, log } = this.#ports;
    const kept = await store.certificate();
    if (kept === undefined || kept.sealedKey === this.#kept?.sealedKey) {
      // Times may have been planned anew.
      if (kept !== undefined) this.#kept = kept;
      return;
    }
    const key = secrets.open(servingKeySecret, kept.sealedKey);
    if (key === undefined) {
      log.warn({}, 'the certificate was sealed with another secret: collectors need one SONDE_TOKEN_SECRET');
      return;
    }
    this.#kept = kept;
    this.#material = { cert: kept.chain, key };
    for (const taker of this.#takers) taker.setSecureContext(this.#material);
    log.info({ names: kept.names, ends: kept.endsAt }, 'a certificate is served');
  }

  /** Asks, unless another collector does. */
  async #ask(): Promise<void> {
    const { store, leases, collectorId, clock, log, asked } = this.#ports;
    if (!(await leases.take(leaseName, collectorId, leaseSeconds))) return;
    try {
      // Another may have asked just before.
      await this.#takeOver();
      this.#attempts = await store.attempts();
      if (!this.#isDue()) return;
      const session = await this.#requester.session();
      if (await this.#putOff(session)) return;
      await this.#obtain(session);
      asked.add(1, { outcome: 'issued' });
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      const { message } = error as Error;
      const now = clock.now();
      const wait = failurePause((this.#attempts?.failures ?? 0) + 1, this.#kept?.endsAt.getTime(), now);
      const asks = error instanceof AcmeError ? error.notBefore : undefined;
      const notBefore = new Date(Math.max(now + wait, Math.min(asks ?? 0, now + 7 * 86_400_000)));
      asked.add(1, { outcome: 'failed' });
      log.warn({ err: error, names: this.#order.names, next: notBefore }, 'no certificate was given');
      await store.noteFailure({
        at: new Date(now),
        message,
        notBefore,
        askedFor: orderIdentity(this.#order),
      });
      this.#attempts = await store.attempts();
    } finally {
      await leases.release(leaseName, collectorId);
    }
  }

  /** Whether the certificate that there is is good for longer, as the authority sees it. */
  async #putOff(session: AcmeSession): Promise<boolean> {
    const now = this.#ports.clock.now();
    const kept = this.#kept;
    if (kept === undefined || !fulfils(kept, this.#order)) return false;
    // Asked for by a person, or due by its time.
    if (kept.lookAgainAt.getTime() > now) return false;
    const renewAt = await this.#requester.planRenewal(session, kept);
    await this.#takeOver();
    return renewAt > now;
  }

  /** Keeps the lease while the authority takes its time. */
  async #obtain(session: AcmeSession): Promise<void> {
    const { store, leases, collectorId, clock } = this.#ports;
    let prolonged = clock.now();
    await this.#requester.obtain(session, this.#kept, async () => {
      if (clock.now() - prolonged < prolongAfter) return;
      prolonged = clock.now();
      await leases.take(leaseName, collectorId, leaseSeconds);
    });
    this.#attempts = await store.attempts();
    await this.#takeOver();
  }
}
