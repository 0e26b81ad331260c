import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fetch } from '@sonde/scanner/ports/fetch.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { KeptCertificate, ServingCertificateStore } from '../../ports/system/serving-certificates.ts';
import type { SecretBox } from '../people/access/secret-box.ts';
import { openAccount } from './acme/acme-account.ts';
import { AcmeSession } from './acme/acme-session.ts';
import { obtainCertificate } from './acme/obtain-certificate.ts';
import { askedRenewal, renewalName, usualRenewal } from './acme/renewal-time.ts';
import { type CertificateOrder, fulfils } from './certificate-order.ts';

export interface CertificateRequesterPorts {
  readonly fetch: Fetch;
  readonly store: ServingCertificateStore;
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

const challengeSeconds = 3_600;
const accountSecret = 'acme account';
/** The serving key's secret is the name that the keys of certificates are sealed under. */
export const servingKeySecret = 'serving certificate';

/**
 * A certificate requester speaks with an authority: opens the account, asks when to renew, and has a certificate given, which it
 * puts into the store. When that is due, and who does it, is the keeper's to decide.
 */
export class CertificateRequester {
  readonly #order: CertificateOrder;
  readonly #ports: CertificateRequesterPorts;
  readonly #signal: AbortSignal;

  constructor(order: CertificateOrder, ports: CertificateRequesterPorts, signal: AbortSignal) {
    this.#order = order;
    this.#ports = ports;
    this.#signal = signal;
  }

  async session(): Promise<AcmeSession> {
    const { directory, terms } = this.#order;
    const key = await this.#accountKey();
    const session = new AcmeSession(this.#ports, { directoryUrl: directory, key, signal: this.#signal });
    await openAccount(session, terms);
    return session;
  }

  async #accountKey(): Promise<KeyObject> {
    const { store, secrets } = this.#ports;
    const { directory } = this.#order;
    const name = `${accountSecret} ${directory}`;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const own = secrets.seal(name, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    const pem = secrets.open(name, await store.accountKey(directory, own));
    if (pem !== undefined) return createPrivateKey(pem);
    // Sealed with a secret that is lost: an account costs nothing.
    await store.replaceAccountKey(directory, own);
    return privateKey;
  }

  /** Plans the renewal of a certificate as the authority wants it; resolves with its time. */
  async planRenewal(session: AcmeSession, kept: KeptCertificate): Promise<number> {
    const { store, clock, log } = this.#ports;
    const now = clock.now();
    const asked = await askedRenewal(session, kept.chain, { now, random: this.#share() }).catch(
      (error: Error) => {
        log.warn({ err: error }, 'the authority does not say when to renew');
        return undefined;
      },
    );
    const usual = usualRenewal(kept.chain);
    // Never later than is good for a collector that is down for some days.
    const latest = kept.endsAt.getTime() - (kept.endsAt.getTime() - usual) / 4;
    const renewAt = asked === undefined ? usual : Math.min(asked.at, latest);
    const lookAgainAt = asked?.lookAgainAt ?? now + 86_400_000;
    await store.planRenewal({ renewAt: new Date(renewAt), lookAgainAt: new Date(lookAgainAt) });
    return renewAt;
  }

  /** Has a certificate given that takes the place of `before`. `onWait` is called between looks at the order. */
  async obtain(
    session: AcmeSession,
    before: KeptCertificate | undefined,
    onWait: () => Promise<void>,
  ): Promise<void> {
    const { store, secrets, clock } = this.#ports;
    const { directory, names, challenge } = this.#order;
    const replaces =
      before === undefined || !fulfils(before, this.#order) ? undefined : renewalName(before.chain);
    const { chain, key } = await obtainCertificate(
      session,
      { names, challenge, replaces },
      {
        clock,
        wait: async (milliseconds) => {
          await delay(milliseconds, undefined, { signal: this.#signal });
          await onWait();
        },
        publish: (published) => store.publish(published, challengeSeconds),
        withdraw: ({ token }) => store.withdraw(token),
      },
    );
    const now = clock.now();
    const { validTo } = new X509Certificate(chain);
    const asked = await askedRenewal(session, chain, { now, random: this.#share() }).catch(() => undefined);
    await store.keep({
      directory,
      names,
      chain,
      sealedKey: secrets.seal(servingKeySecret, key),
      issuedAt: new Date(now),
      endsAt: new Date(validTo),
      renewAt: new Date(asked?.at ?? usualRenewal(chain)),
      lookAgainAt: new Date(asked?.lookAgainAt ?? now + 86_400_000),
    });
  }

  /** From 0 to 1. */
  #share(): number {
    return this.#ports.random.bytes(4).readUInt32BE() / 2 ** 32;
  }
}
