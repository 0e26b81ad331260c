import type { Log } from '@sonde/shared/system/log.ts';
import type { SiteProfiles } from '../../../ports/threats/site-profiles.ts';
import type { SiteWatch } from './site-watch.ts';

export interface KeepSitePorts {
  readonly siteProfiles: SiteProfiles;
  readonly siteWatch: Pick<SiteWatch, 'profiles' | 'restore'>;
  readonly collectorId: string;
}

/** Writes down what was learned of locations, so that a restart forgets no more than a minute. */
export async function keepSites({ siteProfiles, siteWatch, collectorId }: KeepSitePorts): Promise<void> {
  await siteProfiles.save(collectorId, siteWatch.profiles());
}

/** Puts back what any collector learned before. Never rejects. */
export async function recallSites({
  siteProfiles,
  siteWatch,
  log,
}: Omit<KeepSitePorts, 'collectorId'> & { readonly log: Log }): Promise<void> {
  try {
    siteWatch.restore(await siteProfiles.read());
  } catch (error) {
    // Without it, what clients are for is learned anew: a reason to be told, none to stand still.
    log.warn({ err: error }, 'the roles and own zones that were learned before could not be recalled');
  }
}
