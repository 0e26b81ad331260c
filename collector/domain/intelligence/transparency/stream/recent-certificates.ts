/** Milliseconds, and certificates, for which one is known again. */
const remembered = { milliseconds: 900_000, most: 200_000 };

/**
 * `RecentCertificates` knows the certificates of the last while, so that one in five logs, or its precertificate, is told once.
 */
export class RecentCertificates {
  readonly #most: number;
  #old = new Set<string>();
  #young = new Set<string>();
  #since: number;

  constructor(now: number, most = remembered.most) {
    this.#since = now;
    this.#most = most;
  }

  /** Tells whether a certificate is seen for the first time. */
  isNew(id: string, now: number): boolean {
    // Two halves, of which the older one is forgotten whole: no entry has a time of its own.
    if (this.#young.size >= this.#most / 2 || now - this.#since > remembered.milliseconds / 2) {
      this.#old = this.#young;
      this.#young = new Set();
      this.#since = now;
    }
    if (this.#young.has(id) || this.#old.has(id)) return false;
    this.#young.add(id);
    return true;
  }
}
