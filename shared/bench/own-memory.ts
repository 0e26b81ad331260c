import { mostResidentBytes } from '../system/processes.ts';

/** Gives the most memory, in bytes, that this process has had resident, without what its parent had if Linux tells it so. */
export function ownMostResidentBytes(): number {
  return mostResidentBytes(process.pid) ?? process.resourceUsage().maxRSS * 1_024;
}
