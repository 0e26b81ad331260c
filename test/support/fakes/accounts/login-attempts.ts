import type { LoginAttempts, LoginRecord } from '../../../../collector/ports/accounts/login-attempts.ts';

/** Records of login attempts in memory. */
export class FakeLoginAttempts implements LoginAttempts {
  readonly #records = new Map<string, LoginRecord & { firstAt: Date }>();

  async count(subjects: readonly string[], at: Date, windowSeconds: number) {
    const result = new Map<string, LoginRecord>();
    for (const subject of subjects) {
      const known = this.#records.get(subject);
      const goesOn = known !== undefined && at.getTime() - known.firstAt.getTime() <= windowSeconds * 1_000;
      const record = {
        failures: goesOn ? known.failures + 1 : 1,
        firstAt: goesOn ? known.firstAt : at,
        lastAt: at,
      };
      this.#records.set(subject, record);
      result.set(subject, record);
    }
    return result;
  }

  async clear(subjects: readonly string[]) {
    for (const subject of subjects) this.#records.delete(subject);
  }

  async takeBack(subjects: readonly string[]) {
    for (const subject of subjects) {
      const known = this.#records.get(subject);
      if (known !== undefined) {
        this.#records.set(subject, { ...known, failures: Math.max(0, known.failures - 1) });
      }
    }
  }

  async forgetBefore() {
    return 0;
  }
}
