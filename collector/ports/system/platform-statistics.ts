/** Platform statistics are the numbers of `stats_update`; null if this installation does not do what is counted. */
export interface PlatformStatistics {
  readonly total_domains: number | null;
  readonly total_scans_today: number | null;
  readonly active_monitors: number | null;
  readonly ct_logs_today: number | null;
}
