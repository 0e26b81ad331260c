import type { PlatformStatistics } from '../../ports/system/platform-statistics.ts';

/**
 * The numbers of the platform. Domains are not scanned and certificate logs not followed by this installation yet, so
 * that there is nothing to count: null, rather than a zero that would claim to have looked.
 */
export async function platformStatistics(): Promise<PlatformStatistics> {
  return { total_domains: null, total_scans_today: null, active_monitors: null, ct_logs_today: null };
}
