/** A report's category is an id of the interface: 3 fraud, 4 DDoS, 9 hacking, 10 spam, 11 malware. */
export const reportCategories = [3, 4, 9, 10, 11] as const;
export type ReportCategory = (typeof reportCategories)[number];

/** An address report states something that an account saw an address do. */
export interface AddressReport {
  readonly ip: string;
  readonly accountId: number;
  readonly category: ReportCategory;
  readonly comment: string | null;
  /** A log line, a URL or the like. */
  readonly proof: string | null;
  readonly at: Date;
}

/** The store keeps reports by accounts of this installation. All methods throw a StoreError. */
export interface AddressReportStore {
  /** Stores a report. An account's later one of the same category and day takes the place of its earlier one. */
  add(report: AddressReport): Promise<void>;
  /** Newest first, a thousand at most. */
  of(ip: string): Promise<AddressReport[]>;
  /** Lists the reports of several addresses, a thousand for each of them together at most. */
  ofAll(ips: readonly string[]): Promise<AddressReport[]>;
  between(first: string, last: string, limit: number): Promise<AddressReport[]>;
  forgetBefore(date: Date): Promise<number>;
}
