/** A report is due every day or on one weekday (Monday is 1), at an hour of a time zone. */
export interface ReportTimes {
  readonly every: 'day' | 'week';
  readonly weekday: number;
  readonly hour: number;
  /** IANA, such as `Europe/Vienna`. */
  readonly timeZone: string;
}

/** A mail report is mailed again and again. */
export interface MailReport extends ReportTimes {
  readonly id: number;
  readonly accountId: number;
  /** One location instead of all. */
  readonly locationId: number | null;
  readonly recipient: string;
  readonly token: string;
  readonly createdAt: Date;
  /** Null until somebody who reads the address has said yes. */
  readonly confirmedAt: Date | null;
  readonly nextAt: Date | null;
  readonly lastSentAt: Date | null;
  readonly lastError: string | null;
}

export type NewMailReport = Pick<
  MailReport,
  'every' | 'weekday' | 'hour' | 'timeZone' | 'locationId' | 'recipient'
>;

/** A claimed report is a report that one collector has taken on. */
export type ClaimedReport = MailReport & { readonly attempts: number };

export interface MailReportStore {
  list(accountId: number): Promise<MailReport[]>;
  /** Undefined if the account would have more than `most` of them. */
  add(accountId: number, report: NewMailReport, most: number): Promise<MailReport | undefined>;
  remove(accountId: number, id: number): Promise<boolean>;
  find(token: string): Promise<MailReport | undefined>;
  /** Confirms a report: whoever has the token says yes, and the first report is due at the given time. */
  confirm(token: string, nextAt: Date): Promise<boolean>;
  /** Removes a report: whoever has the token wants none. */
  unsubscribe(token: string): Promise<boolean>;
  /** Takes on one that is due, for so long that no other collector does. */
  claim(leaseSeconds: number): Promise<ClaimedReport | undefined>;
  /**
   * Settles what came of a report: the next time, and the error if there was one. `again`: at that time it is tried
   * once more.
   */
  settle(
    id: number,
    outcome: { readonly nextAt: Date; readonly error: string | null; readonly again: boolean },
  ): Promise<void>;
}
