/**
 * A login record counts the failures of one subject of a login attempt, an account's e-mail address or a network
 * address.
 */
export interface LoginRecord {
  readonly failures: number;
  readonly lastAt: Date;
}

/**
 * The store counts failed logins, shared by all collectors. An attempt is counted before the password is checked and
 * taken back when it was right: guesses made at the same time can't all see an empty record.
 */
export interface LoginAttempts {
  /**
   * Counts an attempt against each subject and returns their records, this attempt included. A record whose first
   * attempt is older than the window starts anew.
   */
  count(subjects: readonly string[], at: Date, windowSeconds: number): Promise<Map<string, LoginRecord>>;
  /** Forgets what is on record, after a successful login. */
  clear(subjects: readonly string[]): Promise<void>;
  /** Takes one attempt back that turned out to be right; the others stay on record. */
  takeBack(subjects: readonly string[]): Promise<void>;
  forgetBefore(time: Date): Promise<number>;
}
