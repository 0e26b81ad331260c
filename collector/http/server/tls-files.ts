import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Log } from '@sonde/shared/system/log.ts';
import type { CertificateTaker, TlsMaterial } from '../../ports/system/serving-certificates.ts';
import type { ServedCertificate } from './served-certificate.ts';

/** The files are looked at this often: a renewed certificate is served within a minute, without a restart. */
const lookEveryMilliseconds = 60_000;

/** TLS files hold the certificate of the listener: two files that may be renewed while it runs. */
export class TlsFiles implements ServedCertificate {
  readonly #paths: { certificate: string; key: string };
  readonly #log: Log;
  readonly #takers: CertificateTaker[] = [];
  readonly #timer: NodeJS.Timeout;
  #material: TlsMaterial;
  #changedAt: number;

  private constructor(
    paths: { certificate: string; key: string },
    log: Log,
    material: TlsMaterial,
    changedAt: number,
  ) {
    this.#paths = paths;
    this.#log = log;
    this.#material = material;
    this.#changedAt = changedAt;
    this.#timer = setInterval(() => void this.refresh(), lookEveryMilliseconds);
    this.#timer.unref();
  }

  /** Throws if a file can't be read, is no PEM, or the two do not belong together. */
  static async open(paths: { certificate: string; key: string }, log: Log): Promise<TlsFiles> {
    const changedAt = await changeTime(paths);
    return new TlsFiles(paths, log, await read(paths), changedAt);
  }

  get material(): TlsMaterial {
    return this.#material;
  }

  /** Gives a server every certificate that comes after the present one. */
  renew(taker: CertificateTaker): void {
    this.#takers.push(taker);
  }

  /** Takes over what has changed. Files that do not fit together, as while one of them is written, are left for later. */
  async refresh(): Promise<void> {
    try {
      const changedAt = await changeTime(this.#paths);
      if (changedAt === this.#changedAt) return;
      this.#material = await read(this.#paths);
      this.#changedAt = changedAt;
      for (const taker of this.#takers) taker.setSecureContext(this.#material);
      this.#log.info({ certificate: this.#paths.certificate }, 'certificate renewed');
    } catch (error) {
      this.#log.warn({ err: error, certificate: this.#paths.certificate }, 'certificate not renewed');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }
}

async function changeTime({ certificate, key }: { certificate: string; key: string }): Promise<number> {
  const times = await Promise.all([stat(certificate), stat(key)]);
  return Math.max(...times.map(({ mtimeMs }) => mtimeMs));
}

async function read(paths: { certificate: string; key: string }): Promise<TlsMaterial> {
  const [cert, key] = await Promise.all([readFile(paths.certificate, 'utf8'), readFile(paths.key, 'utf8')]);
  createSecureContext({ cert, key });
  return { cert, key };
}
